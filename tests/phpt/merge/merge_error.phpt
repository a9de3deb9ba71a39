--TEST--
Merging a filter of another shape throws, names both shapes and changes neither
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(100));
foreach ([new BloomFilter(100_000), new BloomFilter(1000, 0.001), new BloomFilter(1000, 1e-6), new BloomFilter(1, 0.5)] as $other) {
    $other->addMany(items(10, 'other'));
    $before = [$filter->export(), $other->export()];
    thrown(fn() => $filter->merge($other));
    var_dump([$filter->export(), $other->export()] === $before);
}
?>
--EXPECTF--
Bloom\IncompatibleFilterException: Cannot merge a filter of %d bits and %d hashes into one of %d bits and %d hashes; give both the same number of items and the same rate
bool(true)
Bloom\IncompatibleFilterException: Cannot merge a filter of %d bits and %d hashes into one of %d bits and %d hashes; give both the same number of items and the same rate
bool(true)
Bloom\IncompatibleFilterException: Cannot merge a filter of %d bits and %d hashes into one of %d bits and %d hashes; give both the same number of items and the same rate
bool(true)
Bloom\IncompatibleFilterException: Cannot merge a filter of 512 bits and 1 hashes into one of %d bits and %d hashes; give both the same number of items and the same rate
bool(true)
