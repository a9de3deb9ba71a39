--TEST--
Filters take at most 1.08 times the bits of the classic theory, and two blocks, for p from 1e-6 to 0.25
--FILE--
<?php
declare(strict_types=1);
foreach ([1, 2, 5, 37, 100, 1000, 12_345, 10 ** 6, 10 ** 7, 10 ** 9, 4 * 10 ** 11] as $n) {
    foreach ([0.25, 0.2, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0009, 1e-4, 1e-5, 1e-6] as $p) {
        $theory = -$n * log($p) / log(2) ** 2;
        $bits = BloomFilter::plan($n, $p)['bits'];
        if ($bits > 1.08 * $theory + 1024) {
            printf("n = %d, p = %g: %d bits, theory %.0f\n", $n, $p, $bits, $theory);
        }
    }
}
?>
Done
--EXPECT--
Done
