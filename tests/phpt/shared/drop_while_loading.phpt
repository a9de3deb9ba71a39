--TEST--
A filter dropped by its loader, or in a rebuild: the work fails
--INI--
bloom.load_retry=0
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
thrown(fn() => BloomFilter::shared('ids', 1000, 0.01, function (BloomFilter $filter) {
    var_dump(Bloom\SharedMemory::drop('ids'), $filter->mightContain('never added'));
    thrown(fn() => $filter->add('a'));
}));
var_dump(shared_files());
$filter = shared_of('ids', ['a']);
thrown(fn() => $filter->rebuild(function (BloomFilter $next) {
    Bloom\SharedMemory::drop('ids');
    shared_of('ids', ['another one']);
}));
var_dump($filter->mightContainMany(['a', 'another one']), $filter->generation(), shared_files());
?>
--EXPECTF--
bool(true)
bool(true)
Bloom\StorageException: Cannot add to %s/ids.bloom: it was dropped, deleted or replaced; open it again
Bloom\StorageException: Cannot finish loading %s/ids.bloom: it was dropped, deleted or replaced meanwhile; begin again
array(0) {
}
Bloom\StorageException: Cannot rebuild %s/ids.bloom: it was dropped, deleted or replaced meanwhile; begin again
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
int(1)
array(1) {
  [0]=>
  string(9) "ids.bloom"
}
