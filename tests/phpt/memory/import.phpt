--TEST--
import() and unserialize() throw when image and filter together exceed memory_limit
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory is not counted with USE_ZEND_ALLOC=0');
?>
--INI--
memory_limit=24M
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$path = scratch_directory() . '/filter.bloom';
filter_of(items(1000), 10_000_000)->save($path);
$image = file_get_contents($path);
thrown(fn() => BloomFilter::import($image));
$half = filter_of(items(1000), 1_000_000);
$copy = BloomFilter::import($half->export());
var_dump(missing($copy, items(1000)));
?>
--EXPECTF--
Bloom\StorageException: Cannot import the image: %d bytes more would exceed memory_limit (25165824 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
int(0)
