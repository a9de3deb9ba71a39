--TEST--
estimateFalsePositiveRate() refuses negative numbers and other types
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000);
thrown(fn() => $filter->estimateFalsePositiveRate(-1));
thrown(fn() => $filter->estimateFalsePositiveRate(PHP_INT_MIN));
thrown(fn() => $filter->estimateFalsePositiveRate(1.5));
thrown(fn() => $filter->estimateFalsePositiveRate());
?>
--EXPECT--
ValueError: BloomFilter::estimateFalsePositiveRate(): Argument #1 ($insertedItems) must be between 0 and 9223372036854775807
ValueError: BloomFilter::estimateFalsePositiveRate(): Argument #1 ($insertedItems) must be between 0 and 9223372036854775807
TypeError: BloomFilter::estimateFalsePositiveRate(): Argument #1 ($insertedItems) must be of type int, float given
ArgumentCountError: BloomFilter::estimateFalsePositiveRate() expects exactly 1 argument, 0 given
