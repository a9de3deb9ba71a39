--TEST--
Dumping a half-constructed filter does not throw
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../half_constructed.inc';
var_dump(half_constructed());
print_r(half_constructed());
?>
--EXPECTF--
object(BloomFilter)#%d (1) {
  ["ready"]=>
  bool(false)
}
BloomFilter Object
(
    [ready] => 
)
