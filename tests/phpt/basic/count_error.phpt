--TEST--
Methods without parameters refuse arguments
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000);
foreach (['count', 'clear', 'isReady', 'generation', 'info', 'getBitsSizeKB', 'export', '__serialize', '__debugInfo'] as $method) {
    thrown(fn() => $filter->$method(1));
}
?>
--EXPECT--
ArgumentCountError: BloomFilter::count() expects exactly 0 arguments, 1 given
ArgumentCountError: BloomFilter::clear() expects exactly 0 arguments, 1 given
ArgumentCountError: BloomFilter::isReady() expects exactly 0 arguments, 1 given
ArgumentCountError: BloomFilter::generation() expects exactly 0 arguments, 1 given
ArgumentCountError: BloomFilter::info() expects exactly 0 arguments, 1 given
ArgumentCountError: BloomFilter::getBitsSizeKB() expects exactly 0 arguments, 1 given
ArgumentCountError: BloomFilter::export() expects exactly 0 arguments, 1 given
ArgumentCountError: BloomFilter::__serialize() expects exactly 0 arguments, 1 given
ArgumentCountError: BloomFilter::__debugInfo() expects exactly 0 arguments, 1 given
