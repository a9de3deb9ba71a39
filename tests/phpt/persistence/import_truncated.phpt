--TEST--
An image cut anywhere is refused by import(), load() and unserialize()
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$image = filter_of(['a'], 10)->export();
$path = scratch_directory() . '/filter.bloom';
$accepted = 0;
for ($length = 0; $length < strlen($image); $length++) {
    $part = substr($image, 0, $length);
    file_put_contents($path, $part);
    foreach ([fn() => BloomFilter::import($part), fn() => BloomFilter::load($path), fn() => BloomFilter::load("php://filter//resource=$path"),
        fn() => unserialize('O:11:"BloomFilter":1:{s:5:"image";' . serialize($part) . '}')] as $call) {
        try {
            $call();
            $accepted++;
        } catch (Bloom\CorruptImageException) {
        }
    }
}
var_dump($accepted, BloomFilter::import($image)->mightContain('a'));
?>
--EXPECT--
int(0)
bool(true)
