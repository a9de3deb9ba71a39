--TEST--
remove() with a generation does nothing after a rebuild
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$filter = new CountingFilter(1000, 0.001);
$filter->add('a');
$generation = $filter->generation();
var_dump($filter->remove('a', $generation + 1), $filter->mightContain('a'));
$filter->rebuild(fn(CountingFilter $next) => $next->add('a'));
var_dump($filter->remove('a', $generation), $filter->mightContain('a'), $filter->countOf('a'));
var_dump($filter->remove('a', $filter->generation()), $filter->mightContain('a'));
$filter->add('b');
var_dump($filter->remove('b', null), $filter->mightContain('b'), $filter->remove('b', PHP_INT_MAX));
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
int(1)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
