--TEST--
add() and mightContain() take one string, and say so without repeating what they got
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000);
foreach (['add', 'mightContain'] as $method) {
    thrown(fn() => $filter->$method());
    thrown(fn() => $filter->$method('a', 'b'));
    thrown(fn() => $filter->$method(12345));
    thrown(fn() => $filter->$method(1.5));
    thrown(fn() => $filter->$method(true));
    thrown(fn() => $filter->$method(null));
    thrown(fn() => $filter->$method(['secret']));
    thrown(fn() => $filter->$method(new ArrayObject()));
    thrown(fn() => $filter->$method(value: 'a'));
}
var_dump(count($filter));
?>
--EXPECTF--
ArgumentCountError: BloomFilter::add() expects exactly 1 argument, 0 given
ArgumentCountError: BloomFilter::add() expects exactly 1 argument, 2 given
TypeError: BloomFilter::add(): Argument #1 ($item) must be of type string, int given
TypeError: BloomFilter::add(): Argument #1 ($item) must be of type string, float given
TypeError: BloomFilter::add(): Argument #1 ($item) must be of type string, %r(bool|true)%r given
TypeError: BloomFilter::add(): Argument #1 ($item) must be of type string, null given
TypeError: BloomFilter::add(): Argument #1 ($item) must be of type string, array given
TypeError: BloomFilter::add(): Argument #1 ($item) must be of type string, ArrayObject given
Error: Unknown named parameter $value
ArgumentCountError: BloomFilter::mightContain() expects exactly 1 argument, 0 given
ArgumentCountError: BloomFilter::mightContain() expects exactly 1 argument, 2 given
TypeError: BloomFilter::mightContain(): Argument #1 ($item) must be of type string, int given
TypeError: BloomFilter::mightContain(): Argument #1 ($item) must be of type string, float given
TypeError: BloomFilter::mightContain(): Argument #1 ($item) must be of type string, %r(bool|true)%r given
TypeError: BloomFilter::mightContain(): Argument #1 ($item) must be of type string, null given
TypeError: BloomFilter::mightContain(): Argument #1 ($item) must be of type string, array given
TypeError: BloomFilter::mightContain(): Argument #1 ($item) must be of type string, ArrayObject given
Error: Unknown named parameter $value
int(0)
