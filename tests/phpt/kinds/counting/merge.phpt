--TEST--
merge() adds counters, up to 15
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$a = new CountingFilter(1000, 0.001);
$b = new CountingFilter(1000, 0.001);
for ($i = 0; $i < 3; $i++) $a->add('x');
for ($i = 0; $i < 4; $i++) $b->add('x');
for ($i = 0; $i < 10; $i++) { $a->add('y'); $b->add('y'); }
$b->add('z');
$a->merge($b);
var_dump($a->countOf('x'), $a->countOf('y'), $a->countOf('z'), $b->countOf('x'), $a->remove('z'), $a->mightContain('z'));
var_dump($a->isCompatibleWith($b), $a->isCompatibleWith(new CountingFilter(5000)));
thrown(fn() => $a->merge(new CountingFilter(5000)));
thrown(fn() => $a->merge(new BloomFilter(1000, 0.001)));
thrown(fn() => $a->isCompatibleWith(new BloomFilter(1000, 0.001)));
$b->merge($b);
var_dump($b->countOf('x'));
?>
--EXPECT--
int(7)
int(15)
int(1)
int(4)
bool(true)
bool(false)
bool(true)
bool(false)
Bloom\IncompatibleFilterException: Cannot merge a filter of 197120 bits and 6 hashes into one of 62976 bits and 10 hashes; give both the same number of items and the same rate
TypeError: Bloom\CountingFilter::merge(): Argument #1 ($other) must be of type Bloom\CountingFilter, BloomFilter given
TypeError: Bloom\CountingFilter::isCompatibleWith(): Argument #1 ($other) must be of type Bloom\CountingFilter, BloomFilter given
int(8)
