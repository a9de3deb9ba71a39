--TEST--
Through stream wrappers, too, damaged bytes are refused and what cannot be opened throws
--EXTENSIONS--
zlib
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$image = filter_of(items(10))->export();
thrown(fn() => BloomFilter::load('data:;base64,' . base64_encode(substr($image, 0, -1))));
thrown(fn() => BloomFilter::load('data:;base64,' . base64_encode("$image\0")));
thrown(fn() => BloomFilter::load('data:;base64,' . base64_encode(substr_replace($image, 'x', 600, 1))));
thrown(fn() => BloomFilter::load('data:,text'));
thrown(fn() => BloomFilter::load('data:'));
thrown(fn() => BloomFilter::load('compress.zlib:///no/such/file'));
thrown(fn() => @filter_of(['a'])->save('data:,x'));
thrown(fn() => filter_of(['a'])->save('compress.zlib:///no/such/directory/file'));
thrown(fn() => filter_of(['a'])->save('php://stdin'));
?>
--EXPECTF--
Bloom\CorruptImageException: The filter in data:%s cannot be used: it is truncated; take another copy, or build the filter again
Bloom\CorruptImageException: The filter in data:%s cannot be used: it is followed by bytes that do not belong to it; take another copy, or build the filter again
Bloom\CorruptImageException: The filter in data:%s cannot be used: it is damaged (checksum mismatch); take another copy, or build the filter again
Bloom\CorruptImageException: The filter in data:,text cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
Bloom\StorageException: Cannot load data:: it cannot be opened for reading: %s
Bloom\StorageException: Cannot load compress.zlib:///no/such/file: it cannot be opened for reading: %s
Bloom\StorageException: Cannot save to data:,x: %s
Bloom\StorageException: Cannot save to compress.zlib:///no/such/directory/file: it cannot be opened for writing: %s
Bloom\StorageException: Cannot save to php://stdin: %s
