--TEST--
A file deleted or replaced behind its back is noticed after bloom.revalidate seconds
--INI--
bloom.revalidate=0.001
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$path = shared_directory() . '/ids.bloom';
$held = shared_of('ids', ['a']);
/* the clock it looks at has steps of up to 10 ms */
$until = function (callable $condition): void { for ($i = 0; $i < 1000 && !$condition(); $i++) usleep(1000); };
unlink($path);
$until(fn() => $held->mightContain('never added'));
var_dump($held->mightContain('never added'), $held->isReady());
thrown(fn() => $held->add('lost'));
var_dump(Bloom\SharedMemory::exists('ids'), Bloom\SharedMemory::list());
shared_of('ids', ['b']);
$until(fn() => $held->isReady());
var_dump($held->mightContainMany(['a', 'b']), $held->add('c'), BloomFilter::attach('ids')->mightContain('c'));
/* another one in its place */
shared_of('ids2', ['d']);
rename(shared_directory() . '/ids2.bloom', $path);
$until(fn() => $held->mightContain('d'));
var_dump($held->mightContainMany(['b', 'd']));
/* another kind in its place */
Bloom\CountingFilter::shared('counting', 10, 0.1, null);
rename(shared_directory() . '/counting.bloom', $path);
$until(fn() => $held->mightContain('never added'));
var_dump($held->mightContain('never added'));
thrown(fn() => $held->add('x'));
?>
--EXPECTF--
bool(true)
bool(false)
Bloom\StorageException: Cannot add to %s/ids.bloom: it was dropped, deleted or replaced; open it again
bool(false)
array(0) {
}
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
bool(true)
bool(true)
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
bool(true)
Bloom\StorageException: Cannot add to %s/ids.bloom: it holds another kind of filter; use its own class, or another name
