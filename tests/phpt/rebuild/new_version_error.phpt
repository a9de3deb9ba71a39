--TEST--
The new version can be neither rebuilt nor cleared by its loader, which would lose what is added meanwhile
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000, 1e-9);
$filter->rebuild(function (BloomFilter $next) use ($filter) {
    $filter->add('first');
    thrown(fn() => $next->rebuild(function () use ($filter) { $filter->add('second'); }, 50_000));
    thrown(fn() => $next->clear());
    $filter->add('third');
});
var_dump($filter->mightContain('first'), $filter->mightContain('third'));
?>
--EXPECT--
Bloom\StorageException: Cannot rebuild the filter: this process is rebuilding it; wait until rebuild() returns
Bloom\StorageException: Cannot clear the filter: this process is rebuilding it; wait until rebuild() returns
bool(true)
bool(true)
