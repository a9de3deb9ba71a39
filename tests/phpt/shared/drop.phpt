--TEST--
After drop() whoever holds the filter believes nothing and may not add, until there is one of that name again
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$held = shared_of('ids', ['a']);
$other = BloomFilter::attach('ids');
var_dump(Bloom\SharedMemory::exists('ids'), Bloom\SharedMemory::drop('ids'), Bloom\SharedMemory::exists('ids'), Bloom\SharedMemory::drop('ids'));
var_dump($held->mightContain('never added'), $held->mightContainMany(['x', 'y']), $held->isReady(), $held->generation(), shared_files());
foreach (['add' => ['x'], 'addMany' => [['x']], 'count' => [], 'info' => [], 'clear' => [], 'export' => [], 'flush' => [], 'merge' => [new BloomFilter(1000)]] as $method => $arguments) {
    thrown(fn() => $held->$method(...$arguments));
}
thrown(fn() => $held->rebuild(fn() => print("loaded\n")));
thrown(fn() => clone $held);
thrown(fn() => BloomFilter::attach('ids'));
print_r($held->__debugInfo());
$held->reportFalsePositives();
$new = BloomFilter::shared('ids', 5000, 0.01, fn(BloomFilter $filter) => $filter->add('b'));
var_dump($held->add('c'), $held->isReady(), $held->info()['expected_items']);
foreach ([$new, $held, $other] as $filter) {
    echo json_encode($filter->mightContainMany(['a', 'b', 'c'])), "\n";
}
?>
--EXPECTF--
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
}
bool(false)
int(0)
array(0) {
}
Bloom\StorageException: Cannot add to %s/ids.bloom: it was dropped, deleted or replaced; open it again
Bloom\StorageException: Cannot add to %s/ids.bloom: it was dropped, deleted or replaced; open it again
Bloom\StorageException: Cannot count %s/ids.bloom: it was dropped, deleted or replaced; open it again
Bloom\StorageException: Cannot look at %s/ids.bloom: it was dropped, deleted or replaced; open it again
Bloom\NotFoundException: Cannot clear %s/ids.bloom: cannot open it: No such file or directory; create it first
Bloom\StorageException: Cannot export %s/ids.bloom: it was dropped, deleted or replaced; open it again
Bloom\StorageException: Cannot flush %s/ids.bloom: it was dropped, deleted or replaced; open it again
Bloom\StorageException: Cannot merge into %s/ids.bloom: it was dropped, deleted or replaced; open it again
Bloom\StorageException: Cannot rebuild %s/ids.bloom: it was dropped, deleted or replaced; open it again
Bloom\StorageException: Cannot clone %s/ids.bloom: it was dropped, deleted or replaced; open it again
Bloom\NotFoundException: There is no filter "ids" in %s, where user %d looks for it; create it with shared(), or set bloom.shm_dir to the directory that has it
Array
(
    [ready] => 
)
bool(true)
bool(true)
int(5000)
[false,true,true]
[false,true,true]
[false,true,true]
