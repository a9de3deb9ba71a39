--TEST--
An empty file, as a crash may leave it
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$path = shared_directory() . '/ids.bloom';
touch($path);
chmod($path, 0600);
thrown(fn() => BloomFilter::attach('ids'));
var_dump(Bloom\SharedMemory::exists('ids'));
$filter = null;
thrown(function () use (&$filter) { $filter = BloomFilter::shared('ids', 1000, 0.01, fn(BloomFilter $filter) => $filter->add('a')); });
var_dump($filter?->mightContain('a'), $filter?->mightContain('b'));
var_dump(Bloom\SharedMemory::drop('ids'));
?>
--EXPECTF--
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is truncated; remove the file, or use another name
bool(true)
Bloom\CorruptImageException: Cannot open %s/ids.bloom: it is truncated; remove the file, or use another name
NULL
NULL
bool(true)
