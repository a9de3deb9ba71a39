--TEST--
A shared filter is not serialized
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$filter = shared_of('ids', ['a']);
thrown(fn() => serialize($filter));
thrown(fn() => serialize(['nested' => [$filter]]));
thrown(fn() => $filter->__serialize());
thrown(fn() => $filter->__unserialize(['image' => filter_of(['b'])->export()]));
thrown(fn() => $filter->__construct(10));
var_dump($filter == BloomFilter::attach('ids'));
var_dump(json_encode($filter), $filter->mightContainMany(['a', 'b']));
?>
--EXPECT--
Bloom\StorageException: Cannot serialize a shared filter: pass its name on and attach(), or serialize what export() returns
Bloom\StorageException: Cannot serialize a shared filter: pass its name on and attach(), or serialize what export() returns
Bloom\StorageException: Cannot serialize a shared filter: pass its name on and attach(), or serialize what export() returns
Error: BloomFilter::__unserialize() must not be called on an existing filter
Error: BloomFilter::__construct() must not be called on an existing filter
bool(false)
string(2) "{}"
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(false)
}
