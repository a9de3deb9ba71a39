--TEST--
A loader that throws: its exception comes, the filter stays not ready, and a later call loads
--INI--
bloom.load_retry=0
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$load = fn(?callable $loader) => BloomFilter::shared('ids', 1000, 0.01, $loader);
thrown(fn() => $load(function (BloomFilter $filter) {
    $filter->add('first');
    throw new DomainException('no database');
}));
$held = BloomFilter::attach('ids');
var_dump($held->isReady(), $held->mightContain('never added'), $held->add('kept'));
/* null says that it rightly starts empty: not of a filter that has a loader */
$null = $load(null);
var_dump($null->isReady(), $null->mightContain('never added'));
thrown(fn() => $load(fn() => throw new Error('again')));
$filter = $load(fn(BloomFilter $filter) => $filter->add('second'));
var_dump($filter->isReady(), $held->isReady(), $filter->mightContain('kept'), $held->mightContain('second'), $held->mightContain('never added'));
$load(fn() => print("loaded again\n"));
?>
--EXPECT--
DomainException: no database
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
Error: again
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
