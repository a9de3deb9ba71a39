--TEST--
rebuild() takes a new size and rate, null means as now
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000, 0.01);
$load = fn(BloomFilter $next) => $next->addMany(items(1000));
foreach ([[null, null], [5000, null], [null, 1e-5], [1, 0.5], [100_000, 0.001]] as [$n, $p]) {
    $filter->rebuild($load, $n, $p);
    $info = $filter->info();
    echo $info['expected_items'], ' ', $info['false_positive_rate'], ' ',
        $info['bits'] === BloomFilter::plan($info['expected_items'], $info['false_positive_rate'])['bits'] ? 'as planned' : 'wrong size', ' ',
        missing($filter, items(1000)), ' ', missing(BloomFilter::import($filter->export()), items(1000)), "\n";
}
?>
--EXPECT--
1000 0.01 as planned 0 0
5000 0.01 as planned 0 0
5000 1.0E-5 as planned 0 0
1 0.5 as planned 0 0
100000 0.001 as planned 0 0
