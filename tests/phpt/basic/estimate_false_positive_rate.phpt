--TEST--
estimateFalsePositiveRate() is 0 when empty, at most 1.05 p at n, rises with the items and ends at 1
--FILE--
<?php
declare(strict_types=1);
foreach ([0.5, 0.01, 1e-4, 1e-9] as $p) {
    foreach ([1, 1000, 1_000_000] as $n) {
        $filter = new BloomFilter($n, $p);
        $last = -1.0;
        foreach ([0, 1, 2, 10, 100, $n - 1, $n, $n + 1, 2 * $n, 10 * $n, 1000 * $n, PHP_INT_MAX >> 10, PHP_INT_MAX - 1, PHP_INT_MAX] as $items) {
            $samples[$items] = $filter->estimateFalsePositiveRate($items);
        }
        ksort($samples);
        foreach ($samples as $items => $rate) {
            if (!($rate >= 0.0 && $rate <= 1.0) || $rate < $last) {
                echo "n = $n, p = $p: $rate at $items after $last\n";
            }
            $last = $rate;
        }
        if ($samples[0] !== 0.0 || $samples[$n] > 1.05 * $p || $samples[PHP_INT_MAX] !== 1.0) {
            echo "n = $n, p = $p: {$samples[0]}, {$samples[$n]}, {$samples[PHP_INT_MAX]}\n";
        }
        $samples = [];
    }
}
?>
Done
--EXPECT--
Done
