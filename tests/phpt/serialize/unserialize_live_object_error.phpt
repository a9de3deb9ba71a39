--TEST--
__unserialize() on a living filter is an Error and changes nothing
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(100));
$before = $filter->export();
thrown(fn() => $filter->__unserialize(['image' => (new BloomFilter(10))->export()]));
thrown(fn() => $filter->__unserialize([]));
thrown(fn() => $filter->__unserialize('image'));
thrown(fn() => $filter->__unserialize());
var_dump($filter->export() === $before);
?>
--EXPECT--
Error: BloomFilter::__unserialize() must not be called on an existing filter
Error: BloomFilter::__unserialize() must not be called on an existing filter
TypeError: BloomFilter::__unserialize(): Argument #1 ($data) must be of type array, string given
ArgumentCountError: BloomFilter::__unserialize() expects exactly 1 argument, 0 given
bool(true)
