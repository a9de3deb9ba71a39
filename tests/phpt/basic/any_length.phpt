--TEST--
Items of any length are told apart by every one of their bytes
--FILE--
<?php
declare(strict_types=1);
/* XXH3 has a path each for up to 3, 8, 16, 128, 240 and more bytes, and stripes of 1024 */
$lengths = array_merge(range(0, 300), [511, 512, 513, 1023, 1024, 1025, 2048, 4097, 65536, 1_000_003]);
$filter = new BloomFilter(1000, 1e-9);
$bytes = str_repeat("\x00\xff\x80abc\n", 150_000);
foreach ($lengths as $length) {
    if (!$filter->add(substr($bytes, 0, $length))) {
        echo "$length: not new\n";
    }
}
foreach ($lengths as $length) {
    $item = substr($bytes, 0, $length);
    if (!$filter->mightContain($item)) {
        echo "$length: wrongly absent\n";
    }
    foreach ($length > 0 ? array_unique([0, intdiv($length, 2), $length - 1]) : [] as $offset) {
        $other = $item;
        $other[$offset] = chr(ord($other[$offset]) ^ 1);
        if ($filter->mightContain($other)) {
            echo "$length: byte $offset does not count\n";
        }
    }
}
?>
Done
--EXPECT--
Done
