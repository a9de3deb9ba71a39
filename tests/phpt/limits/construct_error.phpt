--TEST--
The constructor and plan() refuse every number of items and rate out of range
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
foreach ([0, -1, PHP_INT_MIN, PHP_INT_MAX] as $n) {
    thrown(fn() => new BloomFilter($n));
    thrown(fn() => BloomFilter::plan($n));
}
foreach ([0.0, -0.0, -0.01, 1.0, 2.0, 10.1, 0.99, 0.5000001, 9.99e-10, 1e-300, 5e-324, NAN, INF, -INF] as $p) {
    foreach ([1, 3, 1_000_000, PHP_INT_MAX] as $n) {
        foreach ([fn() => new BloomFilter($n, $p), fn() => BloomFilter::plan($n, $p)] as $call) {
            try {
                $call();
                echo "n = $n, p = $p: accepted\n";
            } catch (ValueError $error) {
                if (!str_ends_with($error->getMessage(), '(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5')) {
                    echo "n = $n, p = $p: {$error->getMessage()}\n";
                }
            }
        }
    }
}
?>
--EXPECTF--
ValueError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::plan(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::plan(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::plan(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and about %se+14 for this false-positive rate, which is all that this build can address
ValueError: BloomFilter::plan(): Argument #1 ($expectedItems) must be between 1 and about %se+14 for this false-positive rate, which is all that this build can address
