--TEST--
A __toString() that throws passes its exception through add() and mightContain(), and nothing is added
--FILE--
<?php
require __DIR__ . '/../support.inc';
class Thrower
{
    public function __toString(): string { throw new LogicException('no text'); }
}
$filter = new BloomFilter(1000);
thrown(fn() => $filter->add(new Thrower()));
thrown(fn() => $filter->mightContain(new Thrower()));
var_dump(count($filter), $filter->info()['lookups']);
?>
--EXPECT--
LogicException: no text
LogicException: no text
int(0)
int(0)
