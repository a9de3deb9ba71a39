--TEST--
count() estimates the distinct items closely, and nothing added twice counts
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(100_000, 0.01);
var_dump(count($filter), $filter->count());
foreach ([1, 10, 1000, 10_000, 100_000] as $number) {
    $filter->addMany(items($number));
    $error = abs(count($filter) - $number);
    var_dump($error <= max(1, 0.01 * $number) ?: "$number counted as " . count($filter));
}
$before = count($filter);
$filter->addMany(items(100_000));
var_dump(count($filter) === $before);
?>
--EXPECT--
int(0)
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
