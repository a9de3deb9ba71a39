--TEST--
A first load that is repeated with a larger n loads into a filter of that size
--INI--
bloom.load_retry=0
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
function ask(int $n, callable $loader): void
{
    $filter = BloomFilter::shared('ids', $n, 0.01, $loader);
    printf("%d, %s, a %s\n", $filter->info()['expected_items'], $filter->isReady() ? 'ready' : 'not ready',
        $filter->mightContain('a') ? 'there' : 'absent');
}
$fails = fn(BloomFilter $filter) => throw new DomainException("no database for {$filter->info()['expected_items']}");
thrown(fn() => ask(1000, $fails));
thrown(fn() => ask(5000, $fails));
ask(5000, function (BloomFilter $filter) {
    printf("loading into %d\n", $filter->info()['expected_items']);
    $filter->add('b');
});
echo implode(' ', shared_files()), "\n";

ini_set('bloom.load_retry', '1000');
thrown(fn() => BloomFilter::shared('others', 1000, 0.01, $fails));
echo BloomFilter::shared('others', 5000, 0.01, $fails)->isReady() ? 'ready' : 'not ready', ", and not tried again at once\n";
?>
--EXPECT--
DomainException: no database for 1000
DomainException: no database for 5000
loading into 5000
5000, ready, a absent
ids.bloom
DomainException: no database for 1000
not ready, and not tried again at once
