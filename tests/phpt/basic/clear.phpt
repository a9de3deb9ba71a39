--TEST--
clear() forgets all items, keeps the size and begins a new generation
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(1000));
$bits = $filter->info()['bits'];
var_dump($filter->generation(), $filter->clear(), $filter->generation());
var_dump(count($filter), $filter->info()['fill_ratio'], $filter->info()['bits'] === $bits, $filter->isReady());
var_dump(array_sum($filter->mightContainMany(items(1000))));
var_dump($filter->add('item-1'), count($filter));
?>
--EXPECT--
int(1)
NULL
int(2)
int(0)
float(0)
bool(true)
bool(true)
int(0)
bool(true)
int(1)
