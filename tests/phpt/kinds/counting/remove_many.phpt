--TEST--
Removing half of the items leaves the other half, and an empty filter is empty
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$filter = new CountingFilter(20_000, 0.01);
$filter->addMany(items(20_000));
foreach (items(10_000) as $item) {
    if (!$filter->remove($item)) echo "not removed: $item\n";
}
var_dump(missing($filter, array_slice(items(20_000), 10_000)));
$left = array_sum($filter->mightContainMany(items(10_000)));
var_dump($left < 100, abs(count($filter) - 10_000) < 500);
foreach (array_slice(items(20_000), 10_000) as $item) $filter->remove($item);
var_dump($filter->info()['fill_ratio'], count($filter), array_sum($filter->mightContainMany(items(20_000))));
?>
--EXPECT--
int(0)
bool(true)
bool(true)
float(0)
int(0)
int(0)
