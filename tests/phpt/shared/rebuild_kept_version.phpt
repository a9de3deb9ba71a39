--TEST--
The version given to a loader is of no use when the rebuild is over
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$filter = shared_of('ids', ['a']);
$filter->rebuild(function (BloomFilter $next) use (&$kept) { $next->add('b'); $kept = $next; });
var_dump($kept->isReady(), $kept->mightContain('never added'), $kept->mightContainMany(['x'])['0'] ?? null);
foreach (['add' => ['x'], 'addMany' => [['x']], 'count' => [], 'clear' => [], 'export' => [], 'merge' => [new BloomFilter(1000)], 'info' => []] as $method => $arguments) {
    thrown(fn() => $kept->$method(...$arguments));
}
thrown(fn() => $kept->rebuild(fn() => print("loaded\n")));
thrown(fn() => clone $kept);
var_dump($filter->mightContainMany(['b', 'x']), $kept->generation());
echo str_contains(print_r($kept, true), '[ready]') ? "dumped\n" : "no\n";
?>
--EXPECTF--
bool(false)
bool(true)
bool(true)
Bloom\StorageException: Cannot add to %s/ids.bloom: this version was given to a loader that has ended; use the filter itself
Bloom\StorageException: Cannot add to %s/ids.bloom: this version was given to a loader that has ended; use the filter itself
Bloom\StorageException: Cannot count %s/ids.bloom: this version was given to a loader that has ended; use the filter itself
Bloom\StorageException: Cannot clear %s/ids.bloom: this is a version given to a loader; rebuild the filter itself
Bloom\StorageException: Cannot export %s/ids.bloom: this version was given to a loader that has ended; use the filter itself
Bloom\StorageException: Cannot merge into %s/ids.bloom: this version was given to a loader that has ended; use the filter itself
Bloom\StorageException: Cannot look at %s/ids.bloom: this version was given to a loader that has ended; use the filter itself
Bloom\StorageException: Cannot rebuild %s/ids.bloom: this version was given to a loader that has ended; use the filter itself
Bloom\StorageException: Cannot clone %s/ids.bloom: this version was given to a loader that has ended; use the filter itself
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(false)
}
int(0)
dumped
