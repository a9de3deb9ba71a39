--TEST--
plan() says what a filter of these parameters costs, exactly
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
foreach ([1, 10, 1000, 100_000] as $n) {
    foreach ([0.5, 0.25, 0.01, 0.001, 1e-4, 1e-6, 1e-9] as $p) {
        $plan = BloomFilter::plan($n, $p);
        $info = (new BloomFilter($n, $p))->info();
        foreach (['bits', 'bytes', 'hash_count', 'bits_per_item'] as $key) {
            if ($plan[$key] !== $info[$key]) {
                echo "n = $n, p = $p: $key is {$info[$key]}, not {$plan[$key]}\n";
            }
        }
        if ($plan['bits'] !== 8 * ($plan['bytes'] - 512) || $plan['bits'] % 512 !== 0 || $plan['bits_per_item'] !== (float) ($plan['bits'] / $n)) {
            echo "n = $n, p = $p: ", json_encode($plan), "\n";
        }
        if ($plan['false_positive_rate'] > 1.05 * $p || $plan['cache_lines'] > 2 || ($p >= 0.001 && $plan['cache_lines'] !== 1)) {
            echo "n = $n, p = $p: ", json_encode($plan), "\n";
        }
    }
}
foreach (BloomFilter::plan(1000) as $key => $value) {
    echo $key, ': ', get_debug_type($value), "\n";
}
?>
--EXPECT--
bits: int
bytes: int
hash_count: int
bits_per_item: float
cache_lines: int
false_positive_rate: float
