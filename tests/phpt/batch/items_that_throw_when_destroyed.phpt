--TEST--
An item whose destructor throws ends the walk, and its exception is passed on
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Item
{
    public function __toString(): string
    {
        $GLOBALS['generator']?->next(); /* so that the walk holds the last reference */
        return 'item';
    }
    public function __destruct() { throw new LogicException('destroyed'); }
}
function generate(): Generator
{
    yield new Item();
    echo "second asked for\n";
    yield 'second';
    echo "third asked for\n";
    yield 'third';
}
foreach (['addMany', 'mightContainMany'] as $method) {
    $filter = new BloomFilter(100);
    $generator = generate();
    thrown(fn() => $filter->$method($generator));
    var_dump(count($filter));
}
$generator = null;
thrown(fn() => $filter->addMany([new Item()]));
thrown(fn() => $filter->mightContainMany(['k' => new Item()]));
?>
--EXPECT--
second asked for
LogicException: destroyed
int(1)
second asked for
LogicException: destroyed
int(0)
LogicException: destroyed
LogicException: destroyed
