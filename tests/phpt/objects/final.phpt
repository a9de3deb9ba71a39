--TEST--
BloomFilter and the exceptions for special cases cannot be extended
--FILE--
<?php
declare(strict_types=1);
$class = fn(string $name) => (new ReflectionClass($name))->isFinal();
foreach (['BloomFilter', 'Bloom\NotFoundException', 'Bloom\CorruptImageException', 'Bloom\IncompatibleFilterException',
    'Bloom\FilterFullException', 'Bloom\StorageException', 'Bloom\FilterException', 'Bloom\MembershipFilter'] as $name) {
    echo $name, ': ', json_encode($class($name)), "\n";
}
if (true) {
    class Extended extends BloomFilter {}
}
?>
--EXPECTF--
BloomFilter: true
Bloom\NotFoundException: true
Bloom\CorruptImageException: true
Bloom\IncompatibleFilterException: true
Bloom\FilterFullException: true
Bloom\StorageException: true
Bloom\FilterException: false
Bloom\MembershipFilter: false

Fatal error: Class Extended %s final class %SBloomFilter%S in %s on line %d
