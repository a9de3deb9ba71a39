--TEST--
No item that was added is ever called absent, at any size and rate
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$lost = 0;
foreach ([0.5, 0.25, 0.1, 0.01, 0.001, 0.0005, 1e-4, 1e-6, 1e-9] as $rate) {
    foreach ([1, 2, 3, 10, 63, 64, 65, 1000, 20_000] as $number) {
        $items = items($number, "rate-$rate");
        $one = new BloomFilter($number, $rate);
        foreach ($items as $item) {
            $one->add($item);
        }
        $batch = filter_of($items, $number, $rate);
        foreach ($items as $item) {
            $lost += !$one->mightContain($item) + !$batch->mightContain($item);
        }
        $lost += missing($one, $items) + missing($batch, $items);
    }
}
var_dump($lost);
?>
--EXPECT--
int(0)
