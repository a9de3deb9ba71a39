--TEST--
The measured rate is the same for one thousand, sixteen thousand and sixty-four thousand items
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
foreach ([1000, 16_000, 64_000] as $n) {
    $wrong = 0;
    for ($i = 0; $i < 64_000 / $n; $i++) {
        $filter = filter_of(items($n, "set-$i"), $n, 0.02);
        $wrong += array_sum($filter->mightContainMany(items($n, "other-$i")));
    }
    $rate = $wrong / (ceil(64_000 / $n) * $n);
    var_dump($rate > 0.016 && $rate < 0.0235 ?: $rate);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
