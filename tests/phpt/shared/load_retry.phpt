--TEST--
After a load that failed others do not try at once
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$load = fn(callable $loader) => BloomFilter::shared('ids', 1000, 0.01, $loader);
ini_set('bloom.load_retry', '3600');
thrown(fn() => $load(fn() => throw new DomainException('no database')));
$filter = $load(fn() => print("not yet\n"));
var_dump($filter->isReady(), $filter->mightContain('never added'));
echo php('-d', 'bloom.load_retry=3600', '-r', 'var_dump(BloomFilter::shared("ids", 1000, 0.01, fn() => print("not yet\n"))->isReady());');
ini_set('bloom.load_retry', '0');
var_dump($load(fn(BloomFilter $filter) => print("now\n"))->isReady(), $filter->isReady());
?>
--EXPECT--
DomainException: no database
bool(false)
bool(true)
bool(false)
now
bool(true)
bool(true)
