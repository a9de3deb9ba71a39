--TEST--
plan() tells what the constructor makes
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
foreach ([CountingFilter::class, CuckooFilter::class] as $class) {
    foreach ([[1, 0.5], [1000, 0.01], [123456, 0.001]] as $arguments) {
        $plan = $class::plan(...$arguments);
        $info = (new $class(...$arguments))->info();
        foreach (['bits', 'bytes', 'hash_count', 'bits_per_item'] as $key) {
            if ($info[$key] !== $plan[$key]) echo "$class: $key of ", implode(' ', $arguments), " is $info[$key] and not $plan[$key]\n";
        }
        if (array_keys($plan) !== ['bits', 'bytes', 'hash_count', 'bits_per_item', 'cache_lines', 'false_positive_rate'] || $plan['false_positive_rate'] > 1.05 * $arguments[1]) {
            var_dump($class, $plan);
        }
    }
}
/* four bits per counter */
printf("%.2f\n", CountingFilter::plan(1_000_000)['bits'] / BloomFilter::plan(1_000_000)['bits']);
var_dump(CuckooFilter::plan(1_000_000)['bits'] < CountingFilter::plan(1_000_000)['bits'] / 2);
?>
--EXPECT--
3.97
bool(true)
