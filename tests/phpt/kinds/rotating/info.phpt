--TEST--
info() of a rotating filter
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$info = (new RotatingFilter(1000))->info();
foreach (['kind', 'expected_items', 'false_positive_rate', 'window_seconds', 'generations', 'live_generations', 'count', 'saturated'] as $key) echo $key, ': ', json_encode($info[$key]), "\n";
$filter = new RotatingFilter(expectedItems: 5000, falsePositiveRate: 0.001, windowSeconds: 86400, generations: 8);
/* all n of a window may come at once */
$filter->addMany(items(5000));
$info = $filter->info();
echo json_encode([$info['window_seconds'], $info['generations'], $info['live_generations'], $info['saturated'], abs($info['count'] - 5000) < 150]), "\n";
foreach ([1, 32] as $generations) {
    $filter = new RotatingFilter(100, 0.01, 2147483647, $generations);
    $filter->addMany(items(100));
    var_dump(missing($filter, items(100)), $filter->info()['generations']);
}
?>
--EXPECT--
kind: "rotating"
expected_items: 1000
false_positive_rate: 0.01
window_seconds: 3600
generations: 4
live_generations: 0
count: 0
saturated: false
[86400,8,1,false,true]
int(0)
int(1)
int(0)
int(32)
