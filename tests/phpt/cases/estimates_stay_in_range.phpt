--TEST--
Filled to 0 %, 50 %, 100 % and 1000 % of n, estimated rate and fill stay in [0, 1] and rise
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
foreach ([0.5, 0.01, 1e-6] as $p) {
    $filter = new BloomFilter(2000, $p);
    $last = ['estimated_false_positive_rate' => -1.0, 'fill_ratio' => -1.0, 'count' => -1];
    foreach ([0, 1000, 2000, 20_000, 100_000] as $number) {
        $filter->addMany(items($number));
        $info = $filter->info();
        foreach ($last as $key => $value) {
            $top = $key === 'count' ? PHP_INT_MAX : 1;
            if (!($info[$key] >= 0 && $info[$key] <= $top && ($info[$key] > $value || $info['fill_ratio'] > 0.999))) {
                echo "p = $p, $number items: $key is {$info[$key]} after $value\n";
            }
            $last[$key] = $info[$key];
        }
    }
    var_dump($info['saturated'], $info['estimated_false_positive_rate'] > 0.9);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
