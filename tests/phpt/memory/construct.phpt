--TEST--
A filter that would exceed memory_limit is an exception before anything is allocated
--INI--
memory_limit=32M
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
memory_reset_peak_usage();
$before = memory_get_peak_usage();
foreach ([30_000_000, 100_000_000, 10 ** 9, 10 ** 12, 10 ** 14] as $n) {
    thrown(fn() => new BloomFilter($n));
}
var_dump(memory_get_peak_usage() - $before < 100_000);
/* plan() costs nothing */
var_dump(BloomFilter::plan(10 ** 12)['bytes'] > 10 ** 12);
$filter = filter_of(items(10), 10_000_000);
var_dump(missing($filter, items(10)));
?>
--EXPECTF--
Bloom\StorageException: Cannot create the filter: %d bytes more would exceed memory_limit (33554432 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
Bloom\StorageException: Cannot create the filter: %d bytes more would exceed memory_limit (33554432 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
Bloom\StorageException: Cannot create the filter: %d bytes more would exceed memory_limit (33554432 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
Bloom\StorageException: Cannot create the filter: %d bytes more would exceed memory_limit (33554432 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
Bloom\StorageException: Cannot create the filter: %d bytes more would exceed memory_limit (33554432 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
bool(true)
bool(true)
int(0)
