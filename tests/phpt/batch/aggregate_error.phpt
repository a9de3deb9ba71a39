--TEST--
An aggregate that returns no iterator, and one that returns aggregates for ever, are errors
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Broken implements IteratorAggregate
{
    #[ReturnTypeWillChange]
    public function getIterator() { return new stdClass(); }
}
$filter = new BloomFilter(100);
thrown(fn() => $filter->addMany(new Broken()));
thrown(fn() => $filter->mightContainMany(new Broken()));
?>
--EXPECT--
Exception: Objects returned by Broken::getIterator() must be traversable or implement interface Iterator
Exception: Objects returned by Broken::getIterator() must be traversable or implement interface Iterator
