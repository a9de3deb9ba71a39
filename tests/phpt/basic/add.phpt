--TEST--
add() tells whether the item was certainly new
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000);
var_dump($filter->add('a'), $filter->add('a'), $filter->add('b'));
var_dump($filter->mightContain('a'), $filter->mightContain('b'), $filter->mightContain('c'));
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
