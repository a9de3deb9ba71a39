--TEST--
Arguments out of range are refused before the loader runs, and nothing changes
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(100));
$before = $filter->export();
$loader = function () { echo "loader ran\n"; };
thrown(fn() => $filter->rebuild());
thrown(fn() => $filter->rebuild('no_such_function'));
thrown(fn() => $filter->rebuild(null));
thrown(fn() => $filter->rebuild($loader, 0));
thrown(fn() => $filter->rebuild($loader, -1));
thrown(fn() => $filter->rebuild($loader, PHP_INT_MAX));
thrown(fn() => $filter->rebuild($loader, null, 0.0));
thrown(fn() => $filter->rebuild($loader, 10, NAN));
thrown(fn() => $filter->rebuild($loader, null, 1.0));
thrown(fn() => $filter->rebuild($loader, null, 1e-300));
thrown(fn() => $filter->rebuild($loader, '10'));
thrown(fn() => $filter->rebuild($loader, 1, 0.1, 1));
var_dump($filter->export() === $before);
?>
--EXPECTF--
ArgumentCountError: BloomFilter::rebuild() expects at least 1 argument, 0 given
TypeError: BloomFilter::rebuild(): Argument #1 ($loader) must be a valid callback, function "no_such_function" not found or invalid function name
TypeError: BloomFilter::rebuild(): Argument #1 ($loader) must be a valid callback, no array or string given
ValueError: BloomFilter::rebuild(): Argument #2 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::rebuild(): Argument #2 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::rebuild(): Argument #2 ($expectedItems) must be between 1 and about %s for this false-positive rate, which is all that this build can address
ValueError: BloomFilter::rebuild(): Argument #3 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: BloomFilter::rebuild(): Argument #3 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: BloomFilter::rebuild(): Argument #3 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: BloomFilter::rebuild(): Argument #3 ($falsePositiveRate) must be between 1e-9 and 0.5
TypeError: BloomFilter::rebuild(): Argument #2 ($expectedItems) must be of type ?int, string given
ArgumentCountError: BloomFilter::rebuild() expects at most 3 arguments, 4 given
bool(true)
