--TEST--
Measured rates at n items stay at or under p, within chance
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
foreach ([CountingFilter::class, ScalableFilter::class, RotatingFilter::class, CuckooFilter::class, BloomFilter::class] as $class) {
    foreach ([[1000, 0.1], [20_000, 0.01], [20_000, 0.001]] as [$n, $p]) {
        $filter = new $class($n, $p);
        $filter->addMany(items($n));
        $lookups = 50_000;
        $positives = array_sum($filter->mightContainMany(items($lookups, 'absent')));
        $most = $lookups * $p + 4 * sqrt($lookups * $p) + 1;
        if ($positives > $most || missing($filter, items($n)) !== 0) {
            echo "$class($n, $p): $positives of $lookups, missing ", missing($filter, items($n)), "\n";
        }
        $estimate = count($filter);
        if (abs($estimate - $n) > 0.05 * $n) echo "$class($n, $p) counts $estimate\n";
    }
}
echo "done\n";
?>
--EXPECT--
done
