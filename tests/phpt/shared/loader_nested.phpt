--TEST--
Filters asked for in a loader: another one loads, the same one is not ready and loads once
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$outer = BloomFilter::shared('outer', 1000, 0.01, function (BloomFilter $filter) {
    $same = BloomFilter::shared('outer', 1000, 0.01, fn() => print("loaded twice\n"));
    var_dump($same->isReady(), $same->mightContain('never added'), $same->add('to the same'));
    $inner = BloomFilter::shared('inner', 100, 0.1, function (BloomFilter $inner) use ($filter) {
        $inner->add('a');
        $filter->add('b');
    });
    var_dump($inner->isReady(), $inner->mightContain('a'), $inner->mightContain('b'), $filter->isReady());
    thrown(fn() => $filter->rebuild(fn() => print("rebuilt while loading\n")));
    thrown(fn() => $filter->clear());
});
var_dump($outer->isReady(), $outer->mightContainMany(['to the same', 'b', 'a']));
?>
--EXPECTF--
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
Bloom\StorageException: Cannot rebuild %s/outer.bloom: this process is loading it already; wait until that has ended
Bloom\StorageException: Cannot clear %s/outer.bloom: this process is loading it already; wait until that has ended
bool(true)
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(false)
}
