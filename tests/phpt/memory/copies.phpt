--TEST--
Every operation that needs a second filter throws within a tight memory_limit, and the first one stays whole
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
$filter = filter_of(items(1000), 10_000_000);
$path = scratch_directory() . '/filter.bloom';
$filter->save($path);
$operations = [
    'clone' => fn() => clone $filter,
    'export' => fn() => $filter->export(),
    'serialize' => fn() => serialize($filter),
    'rebuild' => fn() => $filter->rebuild(fn() => print("loader ran\n")),
    'load' => fn() => BloomFilter::load($path),
    'another' => fn() => new BloomFilter(10_000_000),
];
foreach ($operations as $name => $operation) {
    echo "$name: ";
    thrown($operation);
}
/* these need no second one */
$filter->merge($filter);
$filter->save($path);
$filter->rebuild(fn($next) => $next->addMany(items(1000)), 1_000_000);
var_dump(missing($filter, items(1000)));
?>
--EXPECTF--
clone: Bloom\StorageException: Cannot clone the filter: %d bytes more would exceed memory_limit (25165824 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
export: Bloom\StorageException: Cannot export the filter: %d bytes more would exceed memory_limit (25165824 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
serialize: Bloom\StorageException: Cannot export the filter: %d bytes more would exceed memory_limit (25165824 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
rebuild: Bloom\StorageException: Cannot rebuild the filter: %d bytes more would exceed memory_limit (25165824 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
load: Bloom\StorageException: Cannot load %s/filter.bloom: %d bytes more would exceed memory_limit (25165824 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
another: Bloom\StorageException: Cannot create the filter: %d bytes more would exceed memory_limit (25165824 bytes, %d in use); raise memory_limit or ask for fewer items or a higher rate
int(0)
