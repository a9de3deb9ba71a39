--TEST--
An image given as a reference, and other values that refer to it
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$image = filter_of(['a'], 10)->export();
$payload = 'a:2:{i:0;s:' . strlen($image) . ":\"$image\";i:1;O:11:\"BloomFilter\":1:{s:5:\"image\";R:2;}}";
[$kept, $filter] = unserialize($payload);
var_dump($filter->mightContain('a'), $kept === $image);
$filter->add('b');
var_dump($kept === $image);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
