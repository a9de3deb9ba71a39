--TEST--
A rebuild whose loader is suspended in a fiber goes on taking adds, and one never resumed is thrown away
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(['old'], 1000, 1e-9);
$fiber = new Fiber(fn() => $filter->rebuild(function (BloomFilter $next) {
    $next->add('loaded');
    Fiber::suspend();
    $next->add('loaded later');
}));
$fiber->start();
$filter->add('meanwhile');
var_dump($filter->mightContain('old'), $filter->mightContain('loaded'));
$fiber->resume();
var_dump(missing($filter, ['loaded', 'loaded later', 'meanwhile']), $filter->mightContain('old'));

$fiber = new Fiber(fn() => $filter->rebuild(function (BloomFilter $next) {
    Fiber::suspend();
}));
$fiber->start();
$filter->add('meanwhile too');
thrown(fn() => $filter->clear());
unset($fiber);
gc_collect_cycles();
var_dump(missing($filter, ['loaded', 'meanwhile', 'meanwhile too']), $filter->generation());
$filter->rebuild(fn() => null);
var_dump(count($filter));
?>
--EXPECT--
bool(true)
bool(false)
int(0)
bool(false)
Bloom\StorageException: Cannot clear the filter: this process is rebuilding it; wait until rebuild() returns
int(0)
int(2)
int(0)
