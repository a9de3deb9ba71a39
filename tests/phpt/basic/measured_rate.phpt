--TEST--
At n items the measured and the exact rate are at most 1.05 p, whatever the items look like
--FILE--
<?php
declare(strict_types=1);
const PROBES = 60_000;
$shapes = [
    'integers' => fn(int $i): string => (string) $i,
    'prefixed' => fn(int $i): string => sprintf('https://shop.example/products/%012d?ref=newsletter', $i),
    'binary' => fn(int $i): string => pack('P', $i),
    'random' => fn(int $i): string => sha1((string) $i, true),
];
foreach ([0.25, 0.1, 0.01, 0.001] as $p) {
    foreach ([1, 7, 100, 3000, 30_000] as $n) {
        foreach ($n === 30_000 ? $shapes : [$shapes['integers']] as $name => $shape) {
            /* small filters vary: many of them, so that the mean is of about 30,000 items */
            $filters = intdiv(30_000, $n) > 300 ? 300 : intdiv(30_000, $n);
            $wrong = $exact = $next = 0;
            $probes_each = intdiv(PROBES, $filters);
            for ($f = 0; $f < $filters; $f++) {
                $filter = new BloomFilter($n, $p);
                $items = $probes = [];
                for ($i = 0; $i < $n; $i++) {
                    $items[] = $shape($next++);
                }
                for ($i = 0; $i < $probes_each; $i++) {
                    $probes[] = $shape($next++);
                }
                $filter->addMany($items);
                $exact += $filter->info()['estimated_false_positive_rate'] / $filters;
                $wrong += array_sum($filter->mightContainMany($probes));
            }
            $total = $probes_each * $filters;
            $allowed = 1.05 * $p + 4 * sqrt($p / $total);
            if ($wrong / $total > $allowed || $exact > 1.05 * $p) {
                printf("n = %d, p = %g, %s: measured %g, exact %g\n", $n, $p, $name, $wrong / $total, $exact);
            }
            if ($n === 30_000 && ($exact < 0.9 * $p || $wrong / $total < 0.9 * $p - 4 * sqrt($p / $total))) {
                printf("n = %d, p = %g, %s: memory wasted? measured %g, exact %g\n", $n, $p, $name, $wrong / $total, $exact);
            }
        }
    }
}
?>
Done
--EXPECT--
Done
