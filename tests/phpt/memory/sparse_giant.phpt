--TEST--
A sparse file of the size its header claims does not get past memory_limit
--INI--
memory_limit=64M
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$path = scratch_directory() . '/filter.bloom';
$n = 10 ** 10;
$plan = BloomFilter::plan($n, 0.01);
$header = substr(forged(filter_of([], 10)->export(), 16, pack('PPePPVV', $plan['bits'] / 8, $n, 0.01, 0, $plan['bits'] / 512, $plan['hash_count'], 1)), 0, 512);
$file = fopen($path, 'w');
fwrite($file, $header);
var_dump(ftruncate($file, $plan['bytes'] + 16));
fclose($file);
thrown(fn() => BloomFilter::load($path));
?>
--EXPECTF--
bool(true)
Bloom\StorageException: Cannot load %s/filter.bloom: %d bytes more would exceed memory_limit (67108864 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
