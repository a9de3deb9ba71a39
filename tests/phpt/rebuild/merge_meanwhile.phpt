--TEST--
A filter merged during a rebuild is in both versions, or is refused if the new version has another shape
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(10, 'own'));
$other = filter_of(items(100, 'other'));
$filter->rebuild(function (BloomFilter $next) use ($filter, $other) {
    $filter->merge($other);
    $next->merge(filter_of(items(100, 'into next')));
});
var_dump(missing($filter, [...items(100, 'other'), ...items(100, 'into next')]));
$filter->rebuild(function (BloomFilter $next) use ($filter, $other) {
    $before = $filter->export();
    thrown(fn() => $filter->merge($other));
    var_dump($filter->export() === $before, count($next));
}, 50_000);
?>
--EXPECT--
int(0)
Bloom\StorageException: Cannot merge into the filter: this process is rebuilding it; wait until rebuild() returns
bool(true)
int(0)
