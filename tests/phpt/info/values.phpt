--TEST--
info() of a private filter before and after items come
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$began = time();
$filter = new BloomFilter(1000, 0.02);
$info = $filter->info();
foreach (['kind', 'storage', 'ready', 'generation', 'expected_items', 'false_positive_rate', 'count', 'fill_ratio',
    'estimated_false_positive_rate', 'saturated', 'rebuild_count', 'lookups', 'positives', 'reported_false_positives'] as $key) {
    echo $key, ': ', json_encode($info[$key], JSON_PRESERVE_ZERO_FRACTION), "\n";
}
var_dump($info['created_at'] >= $began && $info['created_at'] <= time());
$filter->addMany(items(1000));
$info = $filter->info();
var_dump($info['count'] === count($filter), abs($info['count'] - 1000) < 20);
var_dump($info['fill_ratio'] > 0.3 && $info['fill_ratio'] < 0.7);
var_dump($info['estimated_false_positive_rate'] > 0.01 && $info['estimated_false_positive_rate'] < 0.022, $info['saturated']);
?>
--EXPECT--
kind: "bloom"
storage: "private"
ready: true
generation: 1
expected_items: 1000
false_positive_rate: 0.02
count: 0
fill_ratio: 0.0
estimated_false_positive_rate: 0.0
saturated: false
rebuild_count: 0
lookups: 0
positives: 0
reported_false_positives: 0
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
