--TEST--
load() of what is missing or no filter throws, names the path, and creates nothing
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
chdir($directory);
mkdir('is_directory');
$image = filter_of(items(10))->export();
foreach (['empty' => '', 'garbage' => str_repeat("\xc3\x28", 500), 'text' => 'text', 'half' => substr($image, 0, 800),
    'longer' => "$image\0", 'twice' => $image . $image, 'damaged' => substr_replace($image, 'x', 700, 1)] as $name => $bytes) {
    file_put_contents($name, $bytes);
}
foreach (['', "nul\0byte", 'missing.bloom', 'missing/filter.bloom', 'text/filter.bloom', 'text/', 'is_directory', 'empty', 'garbage', 'text', 'half', 'longer', 'twice', 'damaged'] as $name) {
    thrown(fn() => BloomFilter::load($name));
}
echo implode(' ', array_diff(scandir($directory), ['.', '..'])), "\n";
?>
--EXPECTF--
ValueError: BloomFilter::load(): Argument #1 ($path) must not be empty
ValueError: BloomFilter::load(): Argument #1 ($path) must not contain any null bytes
Bloom\NotFoundException: Cannot load %s/missing.bloom: No such file or directory; check the path, or save() a filter there
Bloom\NotFoundException: Cannot load %s/missing/filter.bloom: No such file or directory; check the path, or save() a filter there
Bloom\NotFoundException: Cannot load %s/text/filter.bloom: Not a directory; check the path, or save() a filter there
Bloom\NotFoundException: Cannot load %s/text/: Not a directory; check the path, or save() a filter there
Bloom\StorageException: Cannot load %s/is_directory: it is a directory; name a file in it
Bloom\CorruptImageException: The filter in %s/empty cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
Bloom\CorruptImageException: The filter in %s/garbage cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
Bloom\CorruptImageException: The filter in %s/text cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
Bloom\CorruptImageException: The filter in %s/half cannot be used: it is truncated; take another copy, or build the filter again
Bloom\CorruptImageException: The filter in %s/longer cannot be used: it is followed by bytes that do not belong to it; take another copy, or build the filter again
Bloom\CorruptImageException: The filter in %s/twice cannot be used: it is followed by bytes that do not belong to it; take another copy, or build the filter again
Bloom\CorruptImageException: The filter in %s/damaged cannot be used: it is damaged (checksum mismatch); take another copy, or build the filter again
damaged empty garbage half is_directory longer text twice
