--TEST--
An image made under another hash key is refused by every way in, and the message names the setting
--INI--
bloom.hash_key=mine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$path = scratch_directory() . '/filter.bloom';
foreach (['', 'theirs', 'Mine', 'mine '] as $key) {
    echo php('-d', "bloom.hash_key=\"$key\"", '-r', '$filter = new BloomFilter(10); $filter->add("a"); $filter->save($argv[1]);', $path);
    thrown(fn() => BloomFilter::load($path));
    thrown(fn() => BloomFilter::import(file_get_contents($path)));
    thrown(fn() => unserialize('O:11:"BloomFilter":1:{s:5:"image";' . serialize(file_get_contents($path)) . '}'));
}
echo php('-r', '$filter = new BloomFilter(10); $filter->add("a"); $filter->save($argv[1]);', $path);
var_dump(BloomFilter::load($path)->mightContain('a'));
?>
--EXPECTF--
Bloom\CorruptImageException: The filter in %s cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The image cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The image cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The filter in %s cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The image cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The image cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The filter in %s cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The image cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The image cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The filter in %s cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The image cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
Bloom\CorruptImageException: The image cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
bool(true)
