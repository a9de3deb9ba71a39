--TEST--
An image with any one bit flipped is refused
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$image = filter_of(['a', 'b', 'c'], 10)->export();
$path = scratch_directory() . '/filter.bloom';
$accepted = [];
for ($bit = 0; $bit < 8 * strlen($image); $bit++) {
    $damaged = $image;
    $damaged[$bit >> 3] = chr(ord($damaged[$bit >> 3]) ^ 1 << ($bit & 7));
    try {
        BloomFilter::import($damaged);
        $accepted[] = "import $bit";
    } catch (Bloom\CorruptImageException) {
    }
    if ($bit % 5 === 0) {
        file_put_contents($path, $damaged);
        try {
            BloomFilter::load($path);
            $accepted[] = "load $bit";
        } catch (Bloom\CorruptImageException) {
        }
    }
}
echo implode("\n", $accepted);
?>
Done
--EXPECT--
Done
