--TEST--
merge() and isCompatibleWith() take a BloomFilter only
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000);
foreach (['merge', 'isCompatibleWith'] as $method) {
    thrown(fn() => $filter->$method());
    thrown(fn() => $filter->$method(null));
    thrown(fn() => $filter->$method('image'));
    thrown(fn() => $filter->$method(new stdClass()));
    thrown(fn() => $filter->$method($filter, $filter));
}
?>
--EXPECT--
ArgumentCountError: BloomFilter::merge() expects exactly 1 argument, 0 given
TypeError: BloomFilter::merge(): Argument #1 ($other) must be of type BloomFilter, null given
TypeError: BloomFilter::merge(): Argument #1 ($other) must be of type BloomFilter, string given
TypeError: BloomFilter::merge(): Argument #1 ($other) must be of type BloomFilter, stdClass given
ArgumentCountError: BloomFilter::merge() expects exactly 1 argument, 2 given
ArgumentCountError: BloomFilter::isCompatibleWith() expects exactly 1 argument, 0 given
TypeError: BloomFilter::isCompatibleWith(): Argument #1 ($other) must be of type BloomFilter, null given
TypeError: BloomFilter::isCompatibleWith(): Argument #1 ($other) must be of type BloomFilter, string given
TypeError: BloomFilter::isCompatibleWith(): Argument #1 ($other) must be of type BloomFilter, stdClass given
ArgumentCountError: BloomFilter::isCompatibleWith() expects exactly 1 argument, 2 given
