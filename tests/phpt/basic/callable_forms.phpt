--TEST--
Methods work called by name, as first-class callables, through call_user_func and array_map
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000);
array_map($filter->add(...), ['a', 'b']);
call_user_func([$filter, 'add'], 'c');
(new ReflectionMethod($filter, 'add'))->invoke($filter, 'd');
$method = 'ADD';
$filter->$method('e');
$contains = $filter->mightContain(...);
var_dump(array_map($contains, ['a', 'b', 'c', 'd', 'e', 'f']) === [true, true, true, true, true, false]);
var_dump(array_filter(['a', 'x'], [$filter, 'mightContain']) === ['a']);
var_dump((new ReflectionMethod($filter, 'mightContain'))->invoke($filter, 'x'));
var_dump(array_map('BloomFilter::plan', [10])[0]['hash_count'] > 0);
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(true)
