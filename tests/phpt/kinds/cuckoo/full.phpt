--TEST--
A full filter refuses, and is byte for byte as before
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$filter = new CuckooFilter(1000, 0.01);
$n = 0;
$image = '';
try {
    for (; $n < 100_000; $n++) {
        $image = $filter->export();
        $filter->add("item-$n");
    }
} catch (Bloom\FilterFullException $exception) {
    echo $exception->getMessage(), "\n";
}
var_dump($n >= 1000, $filter->export() === $image, missing($filter, items($n)), count($filter) === $n, $filter->info()['load_factor'] <= 1);
thrown(fn() => $filter->addMany(["item-$n"]));
var_dump($filter->remove('item-0'), $filter->export() === $image);
$filter->rebuild(fn(CuckooFilter $next) => $next->addMany(items(2 * $n)), 3 * $n);
var_dump(missing($filter, items(2 * $n)));
thrown(fn() => $filter->rebuild(fn(CuckooFilter $next) => $next->addMany(items($n)), 10));
var_dump(missing($filter, items(2 * $n)), $filter->generation());
?>
--EXPECT--
Cannot add to the filter: it has no place for this item any more, and was made for 1000 items; rebuild() it for more, or remove some
bool(true)
bool(true)
int(0)
bool(true)
bool(true)
Bloom\FilterFullException: Cannot add to the filter: it has no place for this item any more, and was made for 1000 items; rebuild() it for more, or remove some
bool(true)
bool(false)
int(0)
Bloom\FilterFullException: Cannot add to the filter: it has no place for this item any more, and was made for 10 items; rebuild() it for more, or remove some
int(0)
int(2)
