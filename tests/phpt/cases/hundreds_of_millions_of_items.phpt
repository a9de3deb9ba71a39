--TEST--
Tens and hundreds of millions of items at low rates do not overflow the number of bits
--INI--
memory_limit=64M
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
foreach ([[10_000_000, 0.001], [300_000_000, 0.01], [400_000_000, 0.03], [5_000_000_000, 1e-6], [10 ** 12, 1e-9]] as [$n, $p]) {
    $plan = BloomFilter::plan($n, $p);
    $theory = -$n * log($p) / log(2) ** 2;
    var_dump($plan['bits'] > 0.99 * $theory && $plan['bits'] < 1.25 * $theory, $plan['false_positive_rate'] <= 1.05 * $p);
}
$filter = filter_of(items(1000), 10_000_000, 0.001);
var_dump(missing($filter, items(1000)), array_sum($filter->mightContainMany(items(1000, 'other'))));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
int(0)
