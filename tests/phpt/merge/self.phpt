--TEST--
A filter merged with itself or a copy is as it was
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(500));
$before = $filter->export();
$filter->merge($filter);
$filter->merge(clone $filter);
$filter->merge(new BloomFilter(1000));
var_dump($filter->export() === $before);
?>
--EXPECT--
bool(true)
