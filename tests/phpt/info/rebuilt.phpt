--TEST--
clear() and rebuild() count in info() as versions
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000);
$created = $filter->info()['created_at'];
$filter->clear();
$filter->rebuild(fn() => null);
$info = $filter->info();
var_dump($info['generation'], $info['rebuild_count'], $info['created_at'] === $created);
var_dump($info['rebuilt_at'] >= $created && $info['rebuilt_at'] <= time());
var_dump($info['last_rebuild_seconds'] === null || $info['last_rebuild_seconds'] < 60);
?>
--EXPECT--
int(3)
int(2)
bool(true)
bool(true)
bool(true)
