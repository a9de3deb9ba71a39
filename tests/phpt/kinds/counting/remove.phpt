--TEST--
remove() takes one add back, and countOf() tells how many there are
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$filter = new CountingFilter(1000, 0.001);
var_dump($filter->remove('a'), $filter->countOf('a'), $filter->add('a'), $filter->add('a'), $filter->add('b'), $filter->countOf('a'), $filter->countOf('b'), $filter->countOf('c'));
var_dump($filter->remove('a'), $filter->mightContain('a'), $filter->countOf('a'), $filter->remove('a'), $filter->mightContain('a'), $filter->remove('a'), $filter->countOf('a'));
var_dump($filter->mightContain('b'), count($filter), $filter->remove(''), $filter->add(''), $filter->remove(''), $filter->mightContain(''));
thrown(fn() => $filter->remove());
thrown(fn() => $filter->remove(1));
thrown(fn() => $filter->remove('b', 0));
thrown(fn() => $filter->remove('b', -1));
thrown(fn() => $filter->remove('b', '1'));
thrown(fn() => $filter->countOf(null));
var_dump($filter->mightContain('b'));
?>
--EXPECT--
bool(false)
int(0)
bool(true)
bool(false)
bool(true)
int(2)
int(1)
int(0)
bool(true)
bool(true)
int(1)
bool(true)
bool(false)
bool(false)
int(0)
bool(true)
int(1)
bool(false)
bool(true)
bool(true)
bool(false)
ArgumentCountError: Bloom\CountingFilter::remove() expects at least 1 argument, 0 given
TypeError: Bloom\CountingFilter::remove(): Argument #1 ($item) must be of type string, int given
ValueError: Bloom\CountingFilter::remove(): Argument #2 ($ifGeneration) must be null or between 1 and 9223372036854775807
ValueError: Bloom\CountingFilter::remove(): Argument #2 ($ifGeneration) must be null or between 1 and 9223372036854775807
TypeError: Bloom\CountingFilter::remove(): Argument #2 ($ifGeneration) must be of type ?int, string given
TypeError: Bloom\CountingFilter::countOf(): Argument #1 ($item) must be of type string, null given
bool(true)
