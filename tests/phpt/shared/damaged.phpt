--TEST--
A file that is no filter is an exception, and no crash
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$path = shared_directory() . '/ids.bloom';
shared_of('ids', items(100));
$bytes = file_get_contents($path);
unlink($path);
$cases = [
    'garbage' => str_repeat('garbage ', 200),
    'one byte' => 'x',
    'magic only' => substr($bytes, 0, 8),
    'header only' => substr($bytes, 0, 512),
    'truncated' => substr($bytes, 0, -1),
    'half' => substr($bytes, 0, intdiv(strlen($bytes), 2)),
    'longer' => "$bytes\0",
    'header damaged' => substr_replace($bytes, 'x', 24, 1),
    'newer version' => substr_replace($bytes, "\x63", 8, 1),
    'ones' => str_repeat("\xff", strlen($bytes)), /* among them what says that a filter was dropped */
    'zeros' => str_repeat("\0", strlen($bytes)),
    'saved image' => filter_of(['a'])->export(),
];
foreach ($cases as $case => $content) {
    echo "-- $case\n";
    file_put_contents($path, $content);
    chmod($path, 0600);
    thrown(fn() => BloomFilter::attach('ids'));
    foreach ([fn() => BloomFilter::shared('ids', 1000, 0.01, null), fn() => BloomFilter::shared('ids', 1000, 0.01, fn() => print("loaded\n")),
        fn() => Bloom\SharedMemory::attach('ids'), fn() => BloomFilter::open($path, 1000, 0.01, null)] as $call) {
        try {
            $filter = $call();
            echo "accepted, ", json_encode($filter->mightContain('item-1')), "\n";
        } catch (Bloom\CorruptImageException) {
        }
    }
    if (!Bloom\SharedMemory::exists('ids') || !isset(Bloom\SharedMemory::list()['ids']['error'])) echo "it is not seen\n";
    $left = is_file($path) ? file_get_contents($path) : null;
    if ($left !== $content) echo "it was changed\n";
    if (is_file($path)) unlink($path);
}
?>
--EXPECTF--
-- garbage
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is not a filter image; remove the file, or use another name
-- one byte
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is truncated; remove the file, or use another name
-- magic only
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is truncated; remove the file, or use another name
-- header only
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is truncated; remove the file, or use another name
-- truncated
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is truncated; remove the file, or use another name
-- half
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is truncated; remove the file, or use another name
-- longer
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is followed by bytes that do not belong to it; remove the file, or use another name
-- header damaged
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: its header is damaged (checksum mismatch); remove the file, or use another name
-- newer version
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it has a format version that this release does not read; upgrade the extension here, or remove the file
-- ones
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is not a filter image; remove the file, or use another name
-- zeros
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is not a filter image; remove the file, or use another name
-- saved image
Bloom\CorruptImageException: Cannot attach %s/ids.bloom: it is a saved or exported filter, which cannot be shared; use load()
