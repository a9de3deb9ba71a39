--TEST--
import() refuses what is no image of this class, and says what it is
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$image = filter_of(['a'], 10)->export();
$cases = [
    'nothing' => '',
    'text' => 'hello',
    'zeros' => str_repeat("\0", 600),
    'a serialized filter' => serialize(filter_of(['a'])),
    'magic through text mode' => str_replace("\r\n", "\n", $image),
    'shifted' => "\0$image",
    'one byte of magic' => $image[0],
    'magic' => substr($image, 0, 8),
    'header' => substr($image, 0, 512),
    'one byte less' => substr($image, 0, -1),
    'one byte more' => "$image\0",
    'twice' => $image . $image,
    'newer version' => forged($image, 8, pack('v', 2)),
    'version 0' => forged($image, 8, pack('v', 0)),
    'another kind or unknown' => forged($image, 10, pack('v', 5)),
    'unknown kind' => forged($image, 10, pack('v', 999)),
    'kind 0' => forged($image, 10, pack('v', 0)),
    'another key' => forged($image, 40, pack('P', 12345)),
    'header damaged' => substr_replace($image, 'x', 24, 1),
    'payload damaged' => substr_replace($image, 'x', 520, 1),
    'checksum damaged' => substr_replace($image, $image[-1] ^ "\1", -1, 1),
];
foreach ($cases as $name => $bytes) {
    echo "$name: ";
    thrown(fn() => BloomFilter::import($bytes));
}
?>
--EXPECTF--
nothing: Bloom\CorruptImageException: The image cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
text: Bloom\CorruptImageException: The image cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
zeros: Bloom\CorruptImageException: The image cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
a serialized filter: Bloom\CorruptImageException: The image cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
magic through text mode: Bloom\CorruptImageException: The image cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
shifted: Bloom\CorruptImageException: The image cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
one byte of magic: Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
magic: Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
header: Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
one byte less: Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
one byte more: Bloom\CorruptImageException: The image cannot be used: it is followed by bytes that do not belong to it; take another copy, or build the filter again
twice: Bloom\CorruptImageException: The image cannot be used: it is followed by bytes that do not belong to it; take another copy, or build the filter again
newer version: Bloom\CorruptImageException: The image cannot be used: it has a format version that this release does not read; upgrade the extension here, or make the image with this release
version 0: Bloom\CorruptImageException: The image cannot be used: it has a format version that this release does not read; upgrade the extension here, or make the image with this release
another kind or unknown: Bloom\CorruptImageException: The image cannot be used: it holds %s
unknown kind: Bloom\CorruptImageException: The image cannot be used: it holds a kind of filter that this release does not know; upgrade the extension here, or make the image with this release
kind 0: Bloom\CorruptImageException: The image cannot be used: it holds a kind of filter that this release does not know; upgrade the extension here, or make the image with this release
another key: Bloom\CorruptImageException: The image cannot be used: it was made under another hash key (bloom.hash_key); use the key it was made with, or build it again
header damaged: Bloom\CorruptImageException: The image cannot be used: its header is damaged (checksum mismatch); take another copy, or build the filter again
payload damaged: Bloom\CorruptImageException: The image cannot be used: it is damaged (checksum mismatch); take another copy, or build the filter again
checksum damaged: Bloom\CorruptImageException: The image cannot be used: it is damaged (checksum mismatch); take another copy, or build the filter again
