--TEST--
A second call of the constructor is an Error and changes nothing
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(100));
$before = $filter->export();
thrown(fn() => $filter->__construct(10));
thrown(fn() => $filter->__construct(0));
thrown(fn() => $filter->__construct(1000, 0.01));
var_dump($filter->export() === $before);
$copy = unserialize(serialize($filter));
thrown(fn() => $copy->__construct(10));
?>
--EXPECT--
Error: BloomFilter::__construct() must not be called on an existing filter
ValueError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
Error: BloomFilter::__construct() must not be called on an existing filter
bool(true)
Error: BloomFilter::__construct() must not be called on an existing filter
