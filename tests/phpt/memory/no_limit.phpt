--TEST--
Without memory_limit a filter larger than the machine is an exception, too
--INI--
memory_limit=-1
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
thrown(fn() => new BloomFilter(10 ** 14));
thrown(fn() => (new BloomFilter(10))->rebuild(fn() => print("loader ran\n"), 10 ** 14));
?>
--EXPECTF--
Bloom\StorageException: Cannot create the filter: the system has no %d bytes of memory; ask for fewer items or a higher rate
Bloom\StorageException: Cannot rebuild the filter: the system has no %d bytes of memory; ask for fewer items or a higher rate
