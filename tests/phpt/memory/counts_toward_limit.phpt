--TEST--
A private filter is in memory_get_usage() while it lives, and no longer
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory is not counted with USE_ZEND_ALLOC=0');
?>
--FILE--
<?php
declare(strict_types=1);
$before = memory_get_usage();
$filter = new BloomFilter(1_000_000);
$bytes = $filter->info()['bytes'];
$used = memory_get_usage() - $before;
var_dump($used >= $bytes && $used < $bytes + 2 * 2 ** 20);
$copy = clone $filter;
var_dump(memory_get_usage() - $before >= 2 * $bytes);
unset($filter, $copy);
var_dump(memory_get_usage() - $before < 10_000);
try {
    new BloomFilter(0);
} catch (ValueError) {
}
unset($error);
for ($i = 0; $i < 100; $i++) {
    $filter = new BloomFilter(1_000_000);
    $filter->rebuild(fn() => null, 100_000);
    unset($filter);
}
var_dump(memory_get_usage() - $before < 10_000);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
