--TEST--
A loader, or one of a rebuild, that runs into memory_limit
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory is not counted with USE_ZEND_ALLOC=0');
?>
--INI--
bloom.load_retry=0
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$run = fn(string $call) => php('-d', 'memory_limit=16M', '-r', "$call { \$filter->add('half'); for (\$all = [];;) \$all[] = str_repeat('x', 100000); });");
echo strstr($run('BloomFilter::shared("ids", 1000, 0.01, function ($filter)'), ' of 16777216', true), "\n";
$filter = BloomFilter::attach('ids');
var_dump($filter->isReady(), $filter->mightContain('never added'));
BloomFilter::shared('ids', 1000, 0.01, fn(BloomFilter $filter) => $filter->add('all'));
var_dump($filter->mightContainMany(['all', 'never added']));
echo strstr($run('BloomFilter::attach("ids")->rebuild(function ($filter)'), ' of 16777216', true), "\n";
var_dump($filter->generation(), $filter->mightContainMany(['all', 'never added']), shared_files());
?>
--EXPECT--

Fatal error: Allowed memory size
bool(false)
bool(true)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(false)
}

Fatal error: Allowed memory size
int(1)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(false)
}
array(1) {
  [0]=>
  string(9) "ids.bloom"
}
