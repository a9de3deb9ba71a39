--TEST--
count() of a filter without a zero bit stays a number within int
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1, 0.5);
$filter->addMany(items(100_000));
$info = $filter->info();
var_dump($info['fill_ratio'], $info['estimated_false_positive_rate'], $info['saturated']);
var_dump(count($filter) > 100, $info['count'] === count($filter));
?>
--EXPECT--
float(1)
float(1)
bool(true)
bool(true)
bool(true)
