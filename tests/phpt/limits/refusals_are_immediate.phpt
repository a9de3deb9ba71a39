--TEST--
Whatever is asked, planning and refusing take no time that grows with it
--DESCRIPTION--
Ten thousand answers within the test's time limit; a loop over items or bits would take hours.
--FILE--
<?php
declare(strict_types=1);
$refused = $planned = 0;
for ($i = 0; $i < 10_000; $i++) {
    $n = [0, 1, PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MAX >> ($i % 63), 10 ** 18][$i % 6];
    $p = [0.5, 1e-9, NAN, 1e-300, 0.01][$i % 5];
    try {
        $planned += BloomFilter::plan($n, $p)['bits'] > 0;
    } catch (ValueError) {
        $refused++;
    }
}
var_dump($refused > 1000, $planned > 1000, $refused + $planned);
?>
--EXPECT--
bool(true)
bool(true)
int(10000)
