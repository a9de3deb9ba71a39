--TEST--
n and p are minimums: more than there is rebuilds with the loader, less attaches
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
function ask(int $n, float $p, ?callable $loader): BloomFilter
{
    $filter = BloomFilter::shared('ids', $n, $p, $loader);
    $info = $filter->info();
    printf("%d at %s, generation %d, %s, a %s\n", $info['expected_items'], $info['false_positive_rate'], $filter->generation(),
        $filter->isReady() ? 'ready' : 'not ready', $filter->mightContain('a') ? 'there' : 'absent');
    return $filter;
}
$loader = function (BloomFilter $filter) {
    printf("loading into %d at %s\n", $filter->info()['expected_items'], $filter->info()['false_positive_rate']);
    $filter->add('a');
};
$held = ask(1000, 0.01, $loader);
ask(1000, 0.01, $loader);
ask(10, 0.5, $loader);
ask(10, 0.5, null);
echo "-- larger n, larger p\n";
ask(5000, 0.5, $loader);
echo "-- smaller n, smaller p\n";
ask(10, 0.001, $loader);
echo "-- no loader\n";
thrown(fn() => ask(5001, 0.001, null));
thrown(fn() => ask(5000, 0.0009, null));
thrown(fn() => ask(100000, 1e-9, null));
ask(5000, 0.001, null);
echo "-- a loader that throws\n";
thrown(fn() => ask(6000, 0.001, fn() => throw new DomainException('no database')));
ask(1, 0.5, null);
var_dump($held->mightContain('a'), $held->mightContain('b'), $held->generation(), $held->info()['expected_items']);
echo implode(' ', shared_files()), "\n";
?>
--EXPECTF--
loading into 1000 at 0.01
1000 at 0.01, generation 1, ready, a there
1000 at 0.01, generation 1, ready, a there
1000 at 0.01, generation 1, ready, a there
1000 at 0.01, generation 1, ready, a there
-- larger n, larger p
loading into 5000 at 0.01
5000 at 0.01, generation 2, ready, a there
-- smaller n, smaller p
loading into 5000 at 0.001
5000 at 0.001, generation 3, ready, a there
-- no loader
Bloom\IncompatibleFilterException: Cannot open %s/ids.bloom: it was made for 5000 items at a false-positive rate of 0.001, and 5001 at 0.001 are asked for; rebuild it to that size, give a loader, or ask for no more than it has
Bloom\IncompatibleFilterException: Cannot open %s/ids.bloom: it was made for 5000 items at a false-positive rate of 0.001, and 5000 at 0.0009 are asked for; rebuild it to that size, give a loader, or ask for no more than it has
Bloom\IncompatibleFilterException: Cannot open %s/ids.bloom: it was made for 5000 items at a false-positive rate of 0.001, and 100000 at 1e-09 are asked for; rebuild it to that size, give a loader, or ask for no more than it has
5000 at 0.001, generation 3, ready, a there
-- a loader that throws
DomainException: no database
5000 at 0.001, generation 3, ready, a there
bool(true)
bool(false)
int(3)
int(5000)
ids.bloom
