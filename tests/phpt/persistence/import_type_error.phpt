--TEST--
import(), load() and save() take one string
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(10);
thrown(fn() => BloomFilter::import());
thrown(fn() => BloomFilter::import(null));
thrown(fn() => BloomFilter::import($filter));
thrown(fn() => BloomFilter::load());
thrown(fn() => BloomFilter::load(5));
thrown(fn() => BloomFilter::load('a', 'b'));
thrown(fn() => $filter->save());
thrown(fn() => $filter->save([]));
thrown(fn() => $filter->save(STDOUT));
?>
--EXPECT--
ArgumentCountError: BloomFilter::import() expects exactly 1 argument, 0 given
TypeError: BloomFilter::import(): Argument #1 ($image) must be of type string, null given
TypeError: BloomFilter::import(): Argument #1 ($image) must be of type string, BloomFilter given
ArgumentCountError: BloomFilter::load() expects exactly 1 argument, 0 given
TypeError: BloomFilter::load(): Argument #1 ($path) must be of type string, int given
ArgumentCountError: BloomFilter::load() expects exactly 1 argument, 2 given
ArgumentCountError: BloomFilter::save() expects exactly 1 argument, 0 given
TypeError: BloomFilter::save(): Argument #1 ($path) must be of type string, array given
TypeError: BloomFilter::save(): Argument #1 ($path) must be of type string, resource given
