--TEST--
More items or a lower rate never need fewer bits, within one block per item and within two
--FILE--
<?php
declare(strict_types=1);
$sizes = [1, 2, 3, 10, 50, 99, 100, 1000, 2000, 10 ** 5, 10 ** 7, 10 ** 9, 10 ** 12];
foreach ([[0.5, 0.4, 0.25, 0.1, 0.05, 0.01, 0.002, 0.001], [0.0009, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9]] as $rates) {
    foreach ($rates as $i => $p) {
        foreach ($sizes as $j => $n) {
            $bits = BloomFilter::plan($n, $p)['bits'];
            if ($j > 0 && $bits < BloomFilter::plan($sizes[$j - 1], $p)['bits']) {
                echo "p = $p: $n items need fewer bits than {$sizes[$j - 1]}\n";
            }
            if ($i > 0 && $bits < BloomFilter::plan($n, $rates[$i - 1])['bits']) {
                echo "n = $n: rate $p needs fewer bits than {$rates[$i - 1]}\n";
            }
        }
    }
}
?>
Done
--EXPECT--
Done
