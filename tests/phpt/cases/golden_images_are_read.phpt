--TEST--
Images of earlier releases are read, and written back byte for byte
--FILE--
<?php
declare(strict_types=1);
$read = 0;
foreach (glob(dirname(__DIR__, 2) . '/golden/v*/plain-*.bloom') as $path) {
    $image = file_get_contents($path);
    try {
        $filter = BloomFilter::load($path);
        if ($filter->export() !== $image || BloomFilter::import($image)->export() !== $image) {
            echo basename($path), " is written another way\n";
        }
        if (str_contains($path, '-key') || (count($filter) > 0) === str_contains($path, '-empty')) {
            echo basename($path), " is wrong\n";
        }
        $read++;
    } catch (Bloom\CorruptImageException $exception) {
        if (!str_contains($path, '-key.') || !str_contains($exception->getMessage(), 'bloom.hash_key')) {
            echo basename($path), ': ', $exception->getMessage(), "\n";
        }
    }
}
var_dump($read >= 9);
?>
--EXPECT--
bool(true)
