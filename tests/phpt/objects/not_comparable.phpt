--TEST--
Filters are equal only to themselves, and in no order
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(10);
$copy = clone $filter;
var_dump($filter == $filter, $filter === $filter);
var_dump($filter == $copy, $filter === $copy, $filter != $copy);
var_dump($filter < $copy, $filter > $copy, $filter <= $copy, $filter >= $copy);
var_dump($filter == new stdClass(), $filter == null, in_array($copy, [$filter]));
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
