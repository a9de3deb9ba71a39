--TEST--
The constructor and plan() refuse other types, under strict_types also int-like ones
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
thrown(fn() => new BloomFilter());
thrown(fn() => new BloomFilter(1, 0.01, 3));
thrown(fn() => new BloomFilter('1000'));
thrown(fn() => new BloomFilter(1000.0));
thrown(fn() => new BloomFilter(1e30));
thrown(fn() => new BloomFilter(null));
thrown(fn() => new BloomFilter(1000, '0.01'));
thrown(fn() => new BloomFilter(1000, null));
thrown(fn() => BloomFilter::plan('1000'));
thrown(fn() => BloomFilter::plan(1000, []));
thrown(fn() => new BloomFilter(1000, 1));
?>
--EXPECT--
ArgumentCountError: BloomFilter::__construct() expects at least 1 argument, 0 given
ArgumentCountError: BloomFilter::__construct() expects at most 2 arguments, 3 given
TypeError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be of type int, string given
TypeError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be of type int, float given
TypeError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be of type int, float given
TypeError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be of type int, null given
TypeError: BloomFilter::__construct(): Argument #2 ($falsePositiveRate) must be of type float, string given
TypeError: BloomFilter::__construct(): Argument #2 ($falsePositiveRate) must be of type float, null given
TypeError: BloomFilter::plan(): Argument #1 ($expectedItems) must be of type int, string given
TypeError: BloomFilter::plan(): Argument #2 ($falsePositiveRate) must be of type float, array given
ValueError: BloomFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
