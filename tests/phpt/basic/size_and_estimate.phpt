--TEST--
getBitsSizeKB() is the bit array in KiB with two decimals
--FILE--
<?php
declare(strict_types=1);
foreach ([1, 100, 12_345, 1_000_000] as $n) {
    $filter = new BloomFilter($n);
    var_dump($filter->getBitsSizeKB() === round($filter->info()['bits'] / 8 / 1024, 2));
}
/* a million items at 1 % need 9.6 million bits by the classic formula */
var_dump(abs((new BloomFilter(1_000_000))->getBitsSizeKB() - 9_585_059 / 8192) < 0.08 * 9_585_059 / 8192);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
