--TEST--
A copy of a filter is another filter, of which nobody knows whether it is complete
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
shared_of('ids', ['a']);
copy(shared_directory() . '/ids.bloom', shared_directory() . '/copy.bloom');
chmod(shared_directory() . '/copy.bloom', 0600);
thrown(fn() => BloomFilter::attach('copy'));
$copy = BloomFilter::shared('copy', 1000, 0.01, fn(BloomFilter $filter) => $filter->add('b'));
var_dump($copy->mightContainMany(['a', 'b']), BloomFilter::attach('ids')->mightContainMany(['a', 'b']));
?>
--EXPECTF--
Bloom\StorageException: Cannot attach %s/copy.bloom: it was not flushed before the machine went down or the file was copied, so items may be missing; open it with a loader, or remove the file
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(false)
}
