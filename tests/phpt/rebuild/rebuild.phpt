--TEST--
rebuild() hands a new empty version to the loader and switches to it
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(500, 'old'), 1000, 1e-6);
$calls = 0;
var_dump($filter->rebuild(function (BloomFilter ...$arguments) use ($filter, &$calls) {
    $calls++;
    [$next] = $arguments;
    var_dump(count($arguments), $next !== $filter, count($next), $next->isCompatibleWith($filter));
    $next->addMany(items(500, 'new'));
    var_dump(count($filter) > 400, $filter->mightContain('new-1'), $filter->generation());
    return 'ignored';
}));
var_dump($calls, missing($filter, items(500, 'new')), array_sum($filter->mightContainMany(items(500, 'old'))), $filter->generation());
?>
--EXPECT--
int(1)
bool(true)
int(0)
bool(true)
bool(true)
bool(false)
int(1)
NULL
int(1)
int(0)
int(0)
int(2)
