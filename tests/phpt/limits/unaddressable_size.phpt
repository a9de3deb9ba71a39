--TEST--
The largest size that is planned can be addressed, and one past the limit is refused, never shrunk
--FILE--
<?php
declare(strict_types=1);
foreach ([0.5, 0.01, 1e-9] as $p) {
    [$low, $high] = [1, PHP_INT_MAX];
    while ($high - $low > 1) {
        $middle = $low + intdiv($high - $low, 2);
        try {
            BloomFilter::plan($middle, $p);
            $low = $middle;
        } catch (ValueError) {
            $high = $middle;
        }
    }
    $plan = BloomFilter::plan($low, $p);
    $theory = -$low * log($p) / log(2) ** 2;
    var_dump($plan['bytes'] > 2 ** 46 && $plan['bytes'] <= 2 ** 47 + 512, $plan['bits'] / $theory > 0.9);
    try {
        BloomFilter::plan($high, $p);
    } catch (ValueError $error) {
        /* the limit that the message names is the real one, to the two digits it has */
        preg_match('/about ([\d.e+]+) /', $error->getMessage(), $match);
        var_dump(abs($match[1] / $low - 1) < 0.06);
    }
}
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
