--TEST--
reportFalsePositives() refuses negative numbers and other types, and the sum never turns negative
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000);
thrown(fn() => $filter->reportFalsePositives(-1));
thrown(fn() => $filter->reportFalsePositives(PHP_INT_MIN));
thrown(fn() => $filter->reportFalsePositives(1.5));
thrown(fn() => $filter->reportFalsePositives(null));
thrown(fn() => $filter->reportFalsePositives(1, 2));
for ($i = 0; $i < 5; $i++) {
    $filter->reportFalsePositives(PHP_INT_MAX);
    var_dump($filter->info()['reported_false_positives'] === PHP_INT_MAX);
}
var_dump($filter->info()['measured_false_positive_rate']);
?>
--EXPECT--
ValueError: BloomFilter::reportFalsePositives(): Argument #1 ($count) must be between 0 and 9223372036854775807
ValueError: BloomFilter::reportFalsePositives(): Argument #1 ($count) must be between 0 and 9223372036854775807
TypeError: BloomFilter::reportFalsePositives(): Argument #1 ($count) must be of type int, float given
TypeError: BloomFilter::reportFalsePositives(): Argument #1 ($count) must be of type int, null given
ArgumentCountError: BloomFilter::reportFalsePositives() expects at most 1 argument, 2 given
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
float(1)
