--TEST--
Names that are allowed are so, and case counts
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
foreach (['a', 'A', '0', '-a', 'a.', 'a..b', '_', 'a.bloom', 'a.1', str_repeat('a', 64)] as $name) {
    BloomFilter::shared($name, 10, 0.1, null)->add($name);
}
foreach (Bloom\SharedMemory::list() as $name => $info) {
    $names[] = $name;
    if ($info['count'] !== 1 || !BloomFilter::attach((string) $name)->mightContain((string) $name)) {
        echo "$name is mixed up\n";
    }
}
sort($names, SORT_STRING);
echo implode(' ', $names), "\n";
?>
--EXPECT--
-a 0 A _ a a. a..b a.1 a.bloom aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
