--TEST--
open(): a filter in a file of the caller
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$directory = scratch_directory(dirname(shared_directory()));
$path = "$directory/seen.bloom";
$calls = 0;
$loader = function (BloomFilter $filter) use (&$calls) { $calls++; var_dump($filter->isReady()); $filter->add('a'); };
$filter = BloomFilter::open($path, 1000, 0.01, $loader);
chdir($directory);
$relative = BloomFilter::open('seen.bloom', 1000, 0.01, $loader);
$dots = BloomFilter::open('./x/../seen.bloom', 10, 0.5, $loader);
var_dump($calls, $relative->add('b'), $filter->mightContain('b'), $dots->mightContain('b'), $filter->mightContain('c'));
$filter->flush();
echo php('-r', '$filter = BloomFilter::open($argv[1], 1000, 0.01, null); var_dump($filter->mightContainMany(["a", "b", "c"])); $filter->add("c");', $path);
var_dump($relative->mightContain('c'));
$info = $filter->info();
var_dump($info['storage'], $info['name'], $info['path'] === $path, Bloom\SharedMemory::list());
$filter->rebuild(fn($next) => $next->add('d'), 5000);
var_dump($relative->mightContainMany(['a', 'd']), $relative->info()['expected_items']);
thrown(fn() => BloomFilter::open($path, 6000, 0.01, null));
BloomFilter::open($path, 6000, 0.01, fn($next) => $next->add('e'));
var_dump($filter->mightContainMany(['d', 'e']));
thrown(fn() => Bloom\CountingFilter::open($path, 1000, 0.01, null));
echo implode(' ', array_diff(scandir($directory), ['.', '..'])), "\n";
/* paths are resolved; it is the directory that must be safe */
symlink($path, "$directory/link");
var_dump(BloomFilter::open("$directory/link", 1000, 0.01, null)->info()['path'] === $path);
unlink($path);
?>
--EXPECTF--
bool(false)
int(1)
bool(true)
bool(true)
bool(true)
bool(false)
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(false)
}
bool(true)
string(4) "file"
NULL
bool(true)
array(0) {
}
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
int(5000)
Bloom\IncompatibleFilterException: Cannot open %s/seen.bloom: it was made for 5000 items at a false-positive rate of 0.01, and 6000 at 0.01 are asked for; rebuild it to that size, give a loader, or ask for no more than it has
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
Bloom\IncompatibleFilterException: Cannot open %s/seen.bloom: it holds a filter of kind "bloom", not "counting"; use the class of that kind, or another name
seen.bloom
bool(true)
