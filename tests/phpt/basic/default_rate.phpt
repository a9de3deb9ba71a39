--TEST--
The default rate is 0.01
--FILE--
<?php
declare(strict_types=1);
var_dump((new BloomFilter(1000))->info()['false_positive_rate']);
var_dump(BloomFilter::plan(1000) === BloomFilter::plan(1000, 0.01));
?>
--EXPECT--
float(0.01)
bool(true)
