--TEST--
A header that claims terabytes costs nothing: refused before anything is allocated
--INI--
memory_limit=64M
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$image = filter_of(['a'], 10)->export();
$path = scratch_directory() . '/filter.bloom';
foreach ([10 ** 9, 10 ** 12, 10 ** 14] as $n) {
    $plan = BloomFilter::plan($n, 0.01);
    $forged = forged($image, 16, pack('PPePPVV', $plan['bits'] / 8, $n, 0.01, 0, $plan['bits'] / 512, $plan['hash_count'], 1));
    file_put_contents($path, $forged);
    memory_reset_peak_usage();
    $before = memory_get_peak_usage();
    thrown(fn() => BloomFilter::import($forged));
    thrown(fn() => unserialize('O:11:"BloomFilter":1:{s:5:"image";' . serialize($forged) . '}'));
    foreach ([$path, "php://filter//resource=$path", 'data:;base64,' . base64_encode($forged)] as $name) {
        try {
            BloomFilter::load($name);
        } catch (Bloom\CorruptImageException $exception) {
            var_dump(str_ends_with($exception->getMessage(), 'cannot be used: it is truncated; take another copy, or build the filter again'));
        }
    }
    var_dump(memory_get_peak_usage() - $before < 1_000_000);
}
?>
--EXPECT--
Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
bool(true)
bool(true)
bool(true)
bool(true)
Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
bool(true)
bool(true)
bool(true)
bool(true)
Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
bool(true)
bool(true)
bool(true)
bool(true)
