--TEST--
A plain filter offers no way to remove an item
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
echo implode(' ', preg_grep('/remove|delete|unset|forget/i', get_class_methods('BloomFilter')));
thrown(fn() => (new BloomFilter(10))->remove('a'));
?>
--EXPECT--
Error: Call to undefined method BloomFilter::remove()
