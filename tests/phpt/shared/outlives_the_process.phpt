--TEST--
A filter outlives the process that made it, with what was added, and no memory_limit counts it
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
echo php('-d', 'memory_limit=8M', '-r', '
    $filter = BloomFilter::shared("big", 20_000_000, 0.01, fn($filter) => $filter->add("a"));
    $filter->add("b");
    var_dump($filter->info()["bytes"] > 20_000_000, memory_get_peak_usage() < 8_000_000);');
$filter = BloomFilter::shared('big', 20_000_000, 0.01, fn() => print("loaded again\n"));
var_dump($filter->isReady(), $filter->mightContainMany(['a', 'b', 'c']));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(false)
}
