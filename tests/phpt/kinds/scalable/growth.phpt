--TEST--
It grows past 1000 times its first size, loses nothing and keeps its rate
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$filter = new ScalableFilter(100, 0.01);
$n = 0;
foreach ([100, 1000, 10_000, 120_000] as $size) {
    $filter->addMany((function () use (&$n, $size) { for (; $n < $size; $n++) yield "item-$n"; })());
    $positives = array_sum($filter->mightContainMany(items(20_000, 'absent')));
    $info = $filter->info();
    printf("%d items: %s, %s, %s\n", $size, missing($filter, items($size)) === 0 ? 'all there' : 'some lost', $positives <= 200 + 4 * sqrt(200) ? 'rate kept' : "$positives positives",
        abs(count($filter) - $size) < 0.03 * $size ? 'counted' : 'count ' . count($filter));
    if ($info['estimated_false_positive_rate'] > 0.0101 || $info['saturated']) echo "estimate: $info[estimated_false_positive_rate]\n";
}
$layers = $info['layers'];
$plain = BloomFilter::plan(120_000)['bytes'];
var_dump(count($layers) > 5, $layers[0]['expected_items'], $layers[1]['expected_items'], array_sum(array_column($layers, 'bits')) <= 8 * $info['bytes'], $info['bytes'] < 4.3 * $plain);
var_dump(array_keys($layers[0]), abs(array_sum(array_column($layers, 'count')) - 120_000) < 3600);
?>
--EXPECT--
100 items: all there, rate kept, counted
1000 items: all there, rate kept, counted
10000 items: all there, rate kept, counted
120000 items: all there, rate kept, counted
bool(true)
int(100)
int(200)
bool(true)
bool(true)
array(4) {
  [0]=>
  string(14) "expected_items"
  [1]=>
  string(5) "count"
  [2]=>
  string(4) "bits"
  [3]=>
  string(10) "hash_count"
}
bool(true)
