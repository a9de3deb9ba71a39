--TEST--
Crafted payloads of every form are refused, and leave no filter behind
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$image = filter_of(['a'], 10)->export();
$string = fn(string $bytes): string => 's:' . strlen($bytes) . ":\"$bytes\";";
$payloads = [
    'no data' => 'O:11:"BloomFilter":0:{}',
    'no image' => 'O:11:"BloomFilter":1:{s:4:"bits";s:1:"x";}',
    'null' => 'O:11:"BloomFilter":1:{s:5:"image";N;}',
    'int' => 'O:11:"BloomFilter":1:{s:5:"image";i:5;}',
    'array' => 'O:11:"BloomFilter":1:{s:5:"image";a:0:{}}',
    'object' => 'O:11:"BloomFilter":1:{s:5:"image";O:8:"stdClass":0:{}}',
    'empty' => 'O:11:"BloomFilter":1:{s:5:"image";s:0:"";}',
    'garbage' => 'O:11:"BloomFilter":1:{s:5:"image";s:7:"garbage";}',
    'key by number' => 'O:11:"BloomFilter":1:{i:0;' . $string($image) . '}',
    'too much' => 'O:11:"BloomFilter":2:{s:5:"image";' . $string($image) . 's:1:"x";i:1;}',
    'truncated image' => 'O:11:"BloomFilter":1:{s:5:"image";' . $string(substr($image, 0, -1)) . '}',
    'itself' => 'O:11:"BloomFilter":1:{s:5:"image";r:1;}',
    'reference to itself' => 'O:11:"BloomFilter":1:{s:5:"image";R:1;}',
    'C with nothing' => 'C:11:"BloomFilter":0:{}',
    'C with an image' => 'C:11:"BloomFilter":' . strlen($image) . ":{{$image}}",
    'in an array' => 'a:1:{i:0;C:11:"BloomFilter":0:{}}',
];
foreach ($payloads as $name => $payload) {
    try {
        $result = unserialize($payload);
        echo "$name: ", get_debug_type($result), "\n";
    } catch (Bloom\CorruptImageException $exception) {
        echo "$name: ", $exception->getMessage(), "\n";
    }
}
?>
--EXPECT--
no data: A serialized BloomFilter has another form than this; pass what serialize() returned
no image: A serialized BloomFilter has another form than this; pass what serialize() returned
null: A serialized BloomFilter has another form than this; pass what serialize() returned
int: A serialized BloomFilter has another form than this; pass what serialize() returned
array: A serialized BloomFilter has another form than this; pass what serialize() returned
object: A serialized BloomFilter has another form than this; pass what serialize() returned
empty: The image cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
garbage: The image cannot be used: it is not a filter image; pass what export() returned or save() wrote for this class
key by number: A serialized BloomFilter has another form than this; pass what serialize() returned
too much: A serialized BloomFilter has another form than this; pass what serialize() returned
truncated image: The image cannot be used: it is truncated; take another copy, or build the filter again
itself: A serialized BloomFilter has another form than this; pass what serialize() returned
reference to itself: A serialized BloomFilter has another form than this; pass what serialize() returned
C with nothing: A serialized BloomFilter has another form than this; pass what serialize() returned
C with an image: A serialized BloomFilter has another form than this; pass what serialize() returned
in an array: A serialized BloomFilter has another form than this; pass what serialize() returned
