--TEST--
info() adds up the statistics of all objects and processes
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$a = shared_of('ids', items(1000));
$b = BloomFilter::attach('ids');
$a->mightContainMany(items(10));
$a->mightContain('item-1');
$a->reportFalsePositives(3);
unset($a);
foreach (items(5) as $item) $b->mightContain($item);
echo php('-r', '$filter = BloomFilter::attach("ids"); for ($i = 0; $i < 4; $i++) $filter->mightContain("item-$i"); $filter->reportFalsePositives();');
$show = function (BloomFilter $filter) {
    $info = $filter->info();
    echo json_encode([$info['lookups'], $info['positives'], $info['reported_false_positives'], $info['measured_false_positive_rate']]), "\n";
};
$show($b);
unset($b);
$c = BloomFilter::attach('ids');
$c->mightContain('item-1');
$show($c);
$c->rebuild(fn($next) => $next->addMany(items(1000)));
$show($c);
unset($c);
echo php('-d', 'bloom.stats=0', '-r', '$filter = BloomFilter::attach("ids"); $filter->mightContain("item-1"); $filter->reportFalsePositives(9);');
$show(BloomFilter::attach('ids'));
?>
--EXPECT--
[20,20,4,1]
[21,21,4,1]
[21,21,4,1]
[21,21,4,1]
