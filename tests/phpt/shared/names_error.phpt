--TEST--
What is no name is refused by every method that takes one
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
foreach (['', '.hidden', '.', '..', 'a/b', '../a', "a\0b", 'a b', 'ä', "a\n", 'a\\b', 'a:b', 'a%s', str_repeat('a', 65)] as $name) {
    foreach ([
        fn() => BloomFilter::shared($name, 1000, 0.01, null),
        fn() => BloomFilter::attach($name),
        fn() => Bloom\CountingFilter::shared($name, 1000, 0.01, null),
        fn() => Bloom\SharedMemory::attach($name),
        fn() => Bloom\SharedMemory::exists($name),
        fn() => Bloom\SharedMemory::drop($name),
    ] as $call) {
        try {
            $call();
            echo "accepted\n";
        } catch (ValueError $error) {
            $messages[$error->getMessage()] = true;
        }
    }
}
echo implode("\n", array_keys($messages)), "\n";
var_dump(shared_files());
?>
--EXPECT--
BloomFilter::shared(): Argument #1 ($name) must be 1 to 64 characters of A-Z, a-z, 0-9, "_", "." and "-", not starting with a dot
BloomFilter::attach(): Argument #1 ($name) must be 1 to 64 characters of A-Z, a-z, 0-9, "_", "." and "-", not starting with a dot
Bloom\CountingFilter::shared(): Argument #1 ($name) must be 1 to 64 characters of A-Z, a-z, 0-9, "_", "." and "-", not starting with a dot
Bloom\SharedMemory::attach(): Argument #1 ($name) must be 1 to 64 characters of A-Z, a-z, 0-9, "_", "." and "-", not starting with a dot
Bloom\SharedMemory::exists(): Argument #1 ($name) must be 1 to 64 characters of A-Z, a-z, 0-9, "_", "." and "-", not starting with a dot
Bloom\SharedMemory::drop(): Argument #1 ($name) must be 1 to 64 characters of A-Z, a-z, 0-9, "_", "." and "-", not starting with a dot
array(0) {
}
