--TEST--
Without strict_types numeric strings are numbers, and what is none is refused
--FILE--
<?php
require __DIR__ . '/../support.inc';
var_dump(BloomFilter::plan('1000', '0.01') === BloomFilter::plan(1000, 0.01));
var_dump((new BloomFilter('1e3'))->info()['expected_items']);
thrown(fn() => new BloomFilter('many'));
thrown(fn() => new BloomFilter(1e30));
thrown(fn() => new BloomFilter(NAN));
thrown(fn() => new BloomFilter('1000', 'low'));
thrown(fn() => new BloomFilter('1000', '1e-400'));
?>
--EXPECT--
bool(true)
int(1000)
TypeError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be of type int, string given
TypeError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be of type int, float given
TypeError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be of type int, float given
TypeError: BloomFilter::__construct(): Argument #2 ($falsePositiveRate) must be of type float, string given
ValueError: BloomFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
