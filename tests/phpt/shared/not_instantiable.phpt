--TEST--
SharedMemory has no objects
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
thrown(fn() => new Bloom\SharedMemory());
$class = new ReflectionClass('Bloom\SharedMemory');
var_dump($class->isFinal(), $class->isInstantiable(), $class->getConstructor()->isPrivate());
thrown(fn() => unserialize('O:18:"Bloom\SharedMemory":0:{}'));
?>
--EXPECT--
Error: Call to private Bloom\SharedMemory::__construct() from global scope
bool(true)
bool(false)
bool(true)
Exception: Unserialization of 'Bloom\SharedMemory' is not allowed
