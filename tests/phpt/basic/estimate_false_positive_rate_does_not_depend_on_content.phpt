--TEST--
estimateFalsePositiveRate() speaks of the filter's shape, not of what is in it
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000);
$before = $filter->estimateFalsePositiveRate(500);
$filter->addMany(items(5000));
var_dump($filter->estimateFalsePositiveRate(500) === $before);
var_dump($filter->info()['estimated_false_positive_rate'] > 10 * $before);
?>
--EXPECT--
bool(true)
bool(true)
