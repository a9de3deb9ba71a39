--TEST--
A loader that drops the last reference to the filter, or to the new version
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000);
$filter->rebuild(function (BloomFilter $next) {
    unset($GLOBALS['filter']);
    gc_collect_cycles();
    $next->add('a');
    unset($next);
    gc_collect_cycles();
});
var_dump(isset($filter));
$filter = new BloomFilter(1000);
$filter->rebuild(function ($next) {
    $next->add('a');
    $next = null;
});
var_dump($filter->mightContain('a'));
$holder = new class {
    public ?BloomFilter $filter;
    public function load(BloomFilter $next): void { $this->filter = null; $next->add('b'); }
};
$holder->filter = new BloomFilter(1000);
$holder->filter->rebuild([$holder, 'load']);
var_dump($holder->filter);
?>
--EXPECT--
bool(false)
bool(true)
NULL
