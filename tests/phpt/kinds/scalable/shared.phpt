--TEST--
A scalable filter in shared storage grows for everyone
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../shared.inc';
$filter = ScalableFilter::shared('ids', 100, 0.01, fn(ScalableFilter $filter) => $filter->addMany(items(50)));
$other = ScalableFilter::attach('ids');
$filter->addMany(items(2000));
echo php('-r', '$filter = Bloom\ScalableFilter::attach("ids"); for ($i = 0; $i < 5000; $i++) $filter->add("other-$i"); echo count($filter->info()["layers"]) > 4 ? "grown\n" : "no\n";');
var_dump(missing($other, [...items(2000), ...items(5000, 'other')]), array_sum($other->mightContainMany(items(10_000, 'absent'))) < 140, count($other->info()['layers']) === count($filter->info()['layers']));
$copy = ScalableFilter::import($other->export());
var_dump(missing($copy, [...items(2000), ...items(5000, 'other')]), $copy->info()['storage']);
$filter->rebuild(fn(ScalableFilter $next) => $next->addMany(items(1000, 'rebuilt')));
var_dump(missing($other, items(1000, 'rebuilt')), $other->mightContain('item-1'), $other->generation());
$filter->clear();
var_dump(count($other), shared_files());
/* initialItems is a minimum as n is elsewhere */
var_dump(ScalableFilter::shared('ids', 10, 0.1, null)->info()['expected_items']);
thrown(fn() => ScalableFilter::shared('ids', 1000, 0.01, null));
?>
--EXPECTF--
grown
int(0)
bool(true)
bool(true)
int(0)
string(7) "private"
int(0)
bool(false)
int(2)
int(0)
array(1) {
  [0]=>
  string(9) "ids.bloom"
}
int(100)
Bloom\IncompatibleFilterException: Cannot open %s/ids.bloom: it was made for 100 items at a false-positive rate of 0.01, and 1000 at 0.01 are asked for; rebuild it to that size, give a loader, or ask for no more than it has
