--TEST--
A half-constructed filter can neither be merged nor merged into
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
require __DIR__ . '/../half_constructed.inc';
$filter = filter_of(items(10));
$half = half_constructed();
thrown(fn() => $filter->merge($half));
thrown(fn() => $half->merge($filter));
thrown(fn() => $half->merge($half));
thrown(fn() => $filter->isCompatibleWith($half));
thrown(fn() => $half->isCompatibleWith($filter));
var_dump(missing($filter, items(10)));
?>
--EXPECT--
Error: The BloomFilter object has not been initialized by its constructor
Error: The BloomFilter object has not been initialized by its constructor
Error: The BloomFilter object has not been initialized by its constructor
Error: The BloomFilter object has not been initialized by its constructor
Error: The BloomFilter object has not been initialized by its constructor
int(0)
