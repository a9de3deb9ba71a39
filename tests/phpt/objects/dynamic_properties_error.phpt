--TEST--
A filter takes no properties
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(10);
thrown(fn() => $filter->note = 'x');
thrown(fn() => $filter->list[] = 'x');
thrown(function () use ($filter) { $alias = &$filter->alias; });
var_dump(isset($filter->note), get_object_vars($filter), (array) $filter);
?>
--EXPECT--
Error: Cannot create dynamic property BloomFilter::$note
Error: Cannot create dynamic property BloomFilter::$list
Error: Cannot create dynamic property BloomFilter::$alias
bool(false)
array(0) {
}
array(0) {
}
