--TEST--
mightContain() checks its arguments however they are passed
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(['a']);
$reference = 'a';
$alias = &$reference;
var_dump($filter->mightContain(...['a']), $filter->mightContain(...['item' => 'a']), $filter->mightContain($alias));
thrown(fn() => $filter->mightContain(...[]));
thrown(fn() => $filter->mightContain(...['a', 'b']));
thrown(fn() => $filter->mightContain(...['a', 'item' => 'b']));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
ArgumentCountError: BloomFilter::mightContain() expects exactly 1 argument, 0 given
ArgumentCountError: BloomFilter::mightContain() expects exactly 1 argument, 2 given
Error: Named parameter $item overwrites previous argument
