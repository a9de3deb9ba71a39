--TEST--
mightContainMany() refuses keys that no array can have, and keys that repeat
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
function pairs(mixed ...$keys): Generator
{
    foreach ($keys as $i => $key) {
        yield $key => "item-$i";
    }
}
$filter = new BloomFilter(1000);
foreach ([null, 1.5, 0.0, true, [], new stdClass(), STDERR] as $key) {
    thrown(fn() => $filter->mightContainMany(pairs('first', $key)));
}
thrown(fn() => $filter->mightContainMany(pairs('a', 'b', 'a')));
thrown(fn() => $filter->mightContainMany(pairs(1, 1)));
thrown(fn() => $filter->mightContainMany(pairs(1, '1')));
thrown(fn() => $filter->mightContainMany(pairs('', '')));
thrown(fn() => $filter->mightContainMany((function () { yield from ['a']; yield from ['b']; })()));
var_dump(array_keys($filter->mightContainMany(pairs(1, '01', '1.0', ' 1', '-1', '9223372036854775808'))));
?>
--EXPECT--
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must have keys of type int or string, null found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must have keys of type int or string, float found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must have keys of type int or string, float found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must have keys of type int or string, bool found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must have keys of type int or string, array found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must have keys of type int or string, stdClass found at position 1
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must have keys of type int or string, resource found at position 1
ValueError: BloomFilter::mightContainMany(): Argument #1 ($items) must have distinct keys, the key at position 2 was there before
ValueError: BloomFilter::mightContainMany(): Argument #1 ($items) must have distinct keys, the key at position 1 was there before
ValueError: BloomFilter::mightContainMany(): Argument #1 ($items) must have distinct keys, the key at position 1 was there before
ValueError: BloomFilter::mightContainMany(): Argument #1 ($items) must have distinct keys, the key at position 1 was there before
ValueError: BloomFilter::mightContainMany(): Argument #1 ($items) must have distinct keys, the key at position 1 was there before
array(6) {
  [0]=>
  int(1)
  [1]=>
  string(2) "01"
  [2]=>
  string(3) "1.0"
  [3]=>
  string(2) " 1"
  [4]=>
  int(-1)
  [5]=>
  string(19) "9223372036854775808"
}
