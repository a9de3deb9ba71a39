--TEST--
A private filter is ready from the start
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(10);
var_dump($filter->isReady(), $filter->generation(), $filter->mightContain('a'));
?>
--EXPECT--
bool(true)
int(1)
bool(false)
