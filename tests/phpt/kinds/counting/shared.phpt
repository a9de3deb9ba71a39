--TEST--
A counting filter in shared storage
--INI--
bloom.load_retry=0
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../shared.inc';
$a = CountingFilter::shared('ids', 1000, 0.001, function (CountingFilter $filter) {
    $filter->add('loaded');
    var_dump($filter->countOf('anything'), $filter->mightContain('anything'));
    thrown(fn() => $filter->remove('loaded'));
});
$b = CountingFilter::attach('ids');
$a->add('x');
$b->add('x');
echo php('-r', 'Bloom\CountingFilter::attach("ids")->add("x");');
var_dump($a->countOf('x'), $b->remove('x'), $a->countOf('x'), $a->remove('x', $a->generation() + 1), $a->remove('missing'));
$generation = $a->generation();
$b->rebuild(function (CountingFilter $next) use ($a) {
    $next->addMany(['x', 'y']);
    thrown(fn() => $next->remove('y'));
    var_dump($a->remove('x'), $a->countOf('x'), $a->add('z'));
});
var_dump($a->countOf('x'), $a->countOf('y'), $a->countOf('z'), $a->remove('x', $generation), $a->countOf('x'), $a->remove('x', $a->generation()), $b->mightContain('x'));
$b->clear();
var_dump($a->countOf('y'), $a->generation());
$c = CountingFilter::shared('other', 1000, 0.001, null);
$c->add('from c');
$a->merge($c);
$a->add('a');
$copy = clone $a;
var_dump($b->countOf('from c'), $copy->remove('a'), $b->mightContain('a'), CountingFilter::import($a->export())->countOf('a'));
Bloom\SharedMemory::drop('ids');
var_dump($a->countOf('anything'));
thrown(fn() => $a->remove('a'));
?>
--EXPECTF--
int(15)
bool(true)
Bloom\StorageException: Cannot remove from %s/ids.bloom: it is not loaded yet; remove when it is ready
int(3)
bool(true)
int(2)
bool(false)
bool(false)
Bloom\StorageException: Cannot remove from %s/ids.bloom: it is not loaded yet; remove when it is ready
bool(true)
int(1)
bool(true)
int(1)
int(1)
int(1)
bool(false)
int(1)
bool(true)
bool(false)
int(0)
int(3)
int(1)
bool(true)
bool(true)
int(1)
int(15)
Bloom\StorageException: Cannot remove from %s/ids.bloom: it was dropped, deleted or replaced; open it again
