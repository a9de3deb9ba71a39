--TEST--
Filters of every kind that can be shared, in a file of the caller
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../shared.inc';
foreach ([CountingFilter::class => [], ScalableFilter::class => [], RotatingFilter::class => [3600, 4]] as $class => $options) {
    $path = shared_directory() . '/' . strtr($class, '\\', '-');
    $filter = $class::open($path, 1000, 0.001, ...$options, ...[function (Bloom\MembershipFilter $filter) use ($class) {
        var_dump($filter::class === $class, $filter->isReady(), $filter->mightContain('never added'), $filter->add('loaded'));
    }]);
    $filter->addMany(items(1500));
    $filter->flush();
    echo php('-r', '[, $class, $path] = $argv; $filter = $class::open($path, 1000, 0.001, ...array_map(intval(...), array_slice($argv, 3)), ...[null]);
        echo json_encode($filter->mightContainMany(["loaded", "item-0", "item-1499"])), "\n"; $filter->add("from another process");', $class, $path, ...array_map(strval(...), $options));
    $info = $filter->info();
    var_dump($filter->mightContain('from another process'), missing($filter, items(1500)), $info['storage'], $info['path'] === $path, array_sum($filter->mightContainMany(items(10_000, 'absent'))) < 100);
    $filter->rebuild(fn($next) => $next->add('rebuilt'), 5000);
    var_dump($class::open($path, 1, 0.5, ...$options, ...[null])->mightContainMany(['item-1', 'rebuilt']), $filter->info()['expected_items']);
    $filter->clear();
    var_dump($filter->mightContain('rebuilt'), count($filter));
}
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(false)
[true,true,true]
bool(true)
int(0)
string(4) "file"
bool(true)
bool(true)
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
int(5000)
bool(false)
int(0)
bool(true)
bool(false)
bool(true)
bool(false)
[true,true,true]
bool(true)
int(0)
string(4) "file"
bool(true)
bool(true)
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
int(5000)
bool(false)
int(0)
bool(true)
bool(false)
bool(true)
bool(false)
[true,true,true]
bool(true)
int(0)
string(4) "file"
bool(true)
bool(true)
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
int(5000)
bool(false)
int(0)
