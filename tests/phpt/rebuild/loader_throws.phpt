--TEST--
A loader that throws: its exception is passed on, the current version stays, a new rebuild works
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(100));
$before = $filter->export();
thrown(fn() => $filter->rebuild(function (BloomFilter $next) {
    $next->add('half');
    throw new LogicException('source of truth is gone');
}, 50_000));
thrown(fn() => $filter->rebuild(fn(int $wrong) => null));
thrown(fn() => $filter->rebuild(fn(BloomFilter $next, $missing) => null));
var_dump($filter->export() === $before, $filter->generation());
$filter->rebuild(fn(BloomFilter $next) => $next->add('new'));
var_dump($filter->generation(), $filter->mightContain('new'));
?>
--EXPECTF--
LogicException: source of truth is gone
TypeError: {closure%S}(): Argument #1 ($wrong) must be of type int, BloomFilter given
ArgumentCountError: Too few arguments to function {closure%S}(), 1 passed and exactly 2 expected
bool(true)
int(1)
int(2)
bool(true)
