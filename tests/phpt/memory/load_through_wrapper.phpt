--TEST--
load() through a wrapper, which cannot say its size, throws when the filter exceeds memory_limit
--INI--
memory_limit=32M
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$path = scratch_directory() . '/filter.bloom';
echo php('-d', 'memory_limit=256M', '-r', '(new BloomFilter(50_000_000))->save($argv[1]);', $path);
var_dump(filesize($path) > 2 ** 25);
foreach ([$path, "php://filter//resource=$path", "compress.zlib://$path"] as $name) {
    thrown(fn() => BloomFilter::load($name));
}
/* after that there is room as before */
filter_of(['a'], 5_000_000)->save($path);
var_dump(BloomFilter::load("php://filter//resource=$path")->mightContain('a'));
?>
--EXPECTF--
bool(true)
Bloom\StorageException: Cannot load %s/filter.bloom: %d bytes more would exceed memory_limit (33554432 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
Bloom\StorageException: Cannot load php://filter//resource=%s/filter.bloom: %d bytes more would exceed memory_limit (33554432 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
Bloom\StorageException: Cannot load compress.zlib://%s/filter.bloom: %d bytes more would exceed memory_limit (33554432 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
bool(true)
