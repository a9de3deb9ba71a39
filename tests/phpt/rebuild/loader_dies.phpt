--TEST--
A loader that ends in a fatal error: what runs after it finds the current version, and can rebuild it
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(100));
register_shutdown_function(function () use ($filter) {
    var_dump(missing($filter, items(100)), $filter->mightContain('half'), $filter->generation());
    $filter->add('late');
    var_dump($filter->mightContain('late'));
    $filter->rebuild(fn(BloomFilter $next) => $next->add('anew'));
    var_dump($filter->mightContainMany(['late', 'anew']), $filter->generation());
    $filter->clear();
    var_dump($filter->mightContain('anew'), $GLOBALS['kept']->isReady(), $GLOBALS['kept']->mightContain('never added'));
});
$filter->rebuild(function (BloomFilter $next) {
    $GLOBALS['kept'] = $next;
    $next->add('half');
    eval('class stdClass {}');
});
echo "not reached\n";
?>
--EXPECTF--
%AFatal error: %A
int(0)
bool(false)
int(1)
bool(true)
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
int(2)
bool(false)
bool(false)
bool(true)
