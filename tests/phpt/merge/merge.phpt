--TEST--
merge() makes the union, and leaves the other filter as it was
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$a = filter_of(items(300, 'a'));
$b = filter_of(items(300, 'b'));
$before = $b->export();
var_dump($a->merge($b));
var_dump(missing($a, [...items(300, 'a'), ...items(300, 'b')]));
var_dump($b->export() === $before, $a->generation());
/* the union has exactly the bits that adding all would have set */
$all = filter_of([...items(300, 'b'), ...items(300, 'a')]);
var_dump(substr($a->export(), 512, -16) === substr($all->export(), 512, -16));
?>
--EXPECT--
NULL
int(0)
bool(true)
int(1)
bool(true)
