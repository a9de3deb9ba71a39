--TEST--
A second rebuild of the same filter, or clear(), during a rebuild throws at once
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(100));
$filter->rebuild(function (BloomFilter $next) use ($filter) {
    thrown(fn() => $filter->rebuild(function () { echo "loader ran\n"; }));
    thrown(fn() => $filter->clear());
    $next->add('loaded');
});
var_dump($filter->mightContain('loaded'), $filter->generation());
$filter->clear();
var_dump($filter->generation());
?>
--EXPECT--
Bloom\StorageException: Cannot rebuild the filter: this process is rebuilding it; wait until rebuild() returns
Bloom\StorageException: Cannot clear the filter: this process is rebuilding it; wait until rebuild() returns
bool(true)
int(2)
int(3)
