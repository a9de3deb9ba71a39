--TEST--
NUL bytes and the empty string are items like others
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000, 1e-9);
$items = ['', "\0", "\0\0", "a\0", "\0a", "a\0b", "a\0c"];
var_dump($filter->mightContainMany($items) === array_fill(0, 7, false));
foreach ($items as $i => $item) {
    var_dump($filter->add($item));
}
var_dump($filter->mightContainMany($items) === array_fill(0, 7, true));
var_dump($filter->mightContain('a'), $filter->mightContain("a\0d"));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
