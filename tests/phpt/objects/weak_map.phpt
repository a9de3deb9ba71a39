--TEST--
Filters work as keys of WeakMap and SplObjectStorage
--FILE--
<?php
declare(strict_types=1);
$map = new WeakMap();
$storage = new SplObjectStorage();
$a = new BloomFilter(10);
$b = clone $a;
$map[$a] = 'a';
$map[$b] = 'b';
$storage[$a] = 'a';
$storage[$b] = 'b';
var_dump(count($map), $map[$a], $map[$b], count($storage), $storage[$b]);
unset($storage[$b], $b);
var_dump(count($map), count($storage));
?>
--EXPECT--
int(2)
string(1) "a"
string(1) "b"
int(2)
string(1) "b"
int(1)
int(1)
