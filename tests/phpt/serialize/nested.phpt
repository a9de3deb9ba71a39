--TEST--
Filters within arrays and objects, and the same one twice
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(100);
$filter->add('a');
$copy = unserialize(serialize(['one' => $filter, 'again' => $filter, 'object' => (object) ['filter' => $filter]]));
var_dump($copy['one'] === $copy['again'], $copy['object']->filter === $copy['one'], $copy['one'] === $filter);
$copy['one']->add('b');
var_dump($copy['again']->mightContain('b'), $filter->mightContain('b'));
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
