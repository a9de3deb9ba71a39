--TEST--
unserialize() with allowed_classes makes no filter that is not allowed
--FILE--
<?php
declare(strict_types=1);
$payload = serialize(new BloomFilter(10));
var_dump(unserialize($payload, ['allowed_classes' => false])::class);
var_dump(unserialize($payload, ['allowed_classes' => ['BloomFilter']])::class);
var_dump(unserialize($payload, ['allowed_classes' => ['stdClass']])::class);
?>
--EXPECT--
string(22) "__PHP_Incomplete_Class"
string(11) "BloomFilter"
string(22) "__PHP_Incomplete_Class"
