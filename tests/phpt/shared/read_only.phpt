--TEST--
A file that may only be read: queries work, changes are exceptions, nothing is written
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
BloomFilter::shared('ids', 1000, 0.01, fn(BloomFilter $filter) => $filter->add('a'));
$path = shared_directory() . '/ids.bloom';
chmod($path, 0444);
$before = md5_file($path);
$code = 'require $argv[1];
$filter = BloomFilter::attach("ids");
var_dump($filter->isReady(), $filter->mightContainMany(["a", "b"]), count($filter), $filter->info()["lookups"]);
foreach (["add" => ["x"], "addMany" => [["x"]], "clear" => [], "merge" => [new BloomFilter(1000)]] as $method => $arguments) thrown(fn() => $filter->$method(...$arguments));
thrown(fn() => $filter->rebuild(fn() => print("loaded\n")));
$filter->flush();
$copy = clone $filter;
var_dump($copy->add("x"), BloomFilter::import($filter->export())->mightContain("a"));
var_dump(BloomFilter::shared("ids", 1000, 0.01, fn() => print("loaded\n"))->mightContain("a"));
thrown(fn() => BloomFilter::shared("ids", 2000, 0.01, fn() => print("loaded\n")));';
try {
    BloomFilter::shared('unloaded', 1000, 0.01, fn() => throw new DomainException());
} catch (DomainException) {
    chmod(shared_directory() . '/unloaded.bloom', 0444);
}
$code .= '$filter = BloomFilter::shared("unloaded", 1000, 0.01, fn() => print("loaded\n")); var_dump($filter->isReady(), $filter->mightContain("never added"));';
echo php('-r', $code, __DIR__ . '/../support.inc');
var_dump(md5_file($path) === $before, shared_files());
?>
--EXPECTF--
bool(true)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(false)
}
int(1)
int(2)
Bloom\StorageException: Cannot add to %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot add to %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot clear %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot merge into %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot rebuild %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
bool(true)
bool(true)
bool(true)
Bloom\StorageException: Cannot rebuild %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
bool(false)
bool(true)
bool(true)
array(2) {
  [0]=>
  string(9) "ids.bloom"
  [1]=>
  string(14) "unloaded.bloom"
}
