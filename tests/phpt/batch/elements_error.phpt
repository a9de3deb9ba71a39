--TEST--
An element that is no item is a TypeError that names its position and not its content
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000);
foreach ([null, true, false, 1.5, ['secret'], new ArrayObject(['secret']), STDERR, fn() => 'secret'] as $bad) {
    foreach (['addMany', 'mightContainMany'] as $method) {
        thrown(fn() => $filter->$method(['x', 'y', $bad, 'z']));
        thrown(fn() => $filter->$method(['k' => 'x', 'l' => $bad]));
        thrown(fn() => $filter->$method(new ArrayIterator([$bad])));
    }
}
thrown(fn() => $filter->addMany('text'));
thrown(fn() => $filter->addMany(null));
thrown(fn() => $filter->mightContainMany(new stdClass()));
thrown(fn() => $filter->mightContainMany());
?>
--EXPECTF--
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, null found at position 2
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, null found at position 1
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, null found at position 0
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, null found at position 2
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, null found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, null found at position 0
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 2
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 1
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 0
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 2
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 0
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 2
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 1
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 0
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 2
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, bool found at position 0
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, float found at position 2
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, float found at position 1
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, float found at position 0
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, float found at position 2
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, float found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, float found at position 0
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, array found at position 2
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, array found at position 1
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, array found at position 0
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, array found at position 2
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, array found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, array found at position 0
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, ArrayObject found at position 2
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, ArrayObject found at position 1
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, ArrayObject found at position 0
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, ArrayObject found at position 2
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, ArrayObject found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, ArrayObject found at position 0
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, resource found at position 2
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, resource found at position 1
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, resource found at position 0
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, resource found at position 2
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, resource found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, resource found at position 0
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, Closure found at position 2
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, Closure found at position 1
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, Closure found at position 0
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, Closure found at position 2
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, Closure found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, Closure found at position 0
TypeError: BloomFilter::addMany(): Argument #1 ($items) must be of type %s, string given
TypeError: BloomFilter::addMany(): Argument #1 ($items) must be of type %s, null given
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must be of type %s, stdClass given
ArgumentCountError: BloomFilter::mightContainMany() expects exactly 1 argument, 0 given
