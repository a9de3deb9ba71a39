--TEST--
Arguments out of range or of another type are refused before anything is made
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
thrown(fn() => BloomFilter::shared('a', 0, 0.01, null));
thrown(fn() => BloomFilter::shared('a', -1, 0.01, null));
thrown(fn() => BloomFilter::shared('a', 10, 0.6, null));
thrown(fn() => BloomFilter::shared('a', 10, 0.0, null));
thrown(fn() => BloomFilter::shared('a', 10, NAN, null));
thrown(fn() => BloomFilter::shared('a', PHP_INT_MAX, 0.01, null));
thrown(fn() => BloomFilter::shared('a', 10, 0.01));
thrown(fn() => BloomFilter::shared('a', 10, 0.01, 'no_such_function'));
thrown(fn() => BloomFilter::shared('a', '10', 0.01, null));
thrown(fn() => BloomFilter::shared(1, 10, 0.01, null));
thrown(fn() => BloomFilter::open('a', 0, 0.01, null));
thrown(fn() => Bloom\RotatingFilter::shared('a', 10, 0.01, 0, 4, null));
thrown(fn() => Bloom\RotatingFilter::shared('a', 10, 0.01, 60, 0, null));
thrown(fn() => Bloom\RotatingFilter::shared('a', 10, 0.01, 60, null, null));
var_dump(shared_files());
?>
--EXPECT--
ValueError: BloomFilter::shared(): Argument #2 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::shared(): Argument #2 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::shared(): Argument #3 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: BloomFilter::shared(): Argument #3 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: BloomFilter::shared(): Argument #3 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: BloomFilter::shared(): Argument #2 ($expectedItems) must be between 1 and about 1.1e+14 for this false-positive rate, which is all that this build can address
ArgumentCountError: BloomFilter::shared() expects exactly 4 arguments, 3 given
TypeError: BloomFilter::shared(): Argument #4 ($loader) must be a valid callback or null, function "no_such_function" not found or invalid function name
TypeError: BloomFilter::shared(): Argument #2 ($expectedItems) must be of type int, string given
TypeError: BloomFilter::shared(): Argument #1 ($name) must be of type string, int given
ValueError: BloomFilter::open(): Argument #2 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: Bloom\RotatingFilter::shared(): Argument #4 ($windowSeconds) must be between 1 and 2147483647
ValueError: Bloom\RotatingFilter::shared(): Argument #5 ($generations) must be between 1 and 32
TypeError: Bloom\RotatingFilter::shared(): Argument #5 ($generations) must be of type int, null given
array(0) {
}
