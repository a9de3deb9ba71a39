--TEST--
clear() empties the filter for everyone
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$filter = shared_of('ids', ['a', 'b']);
$other = BloomFilter::attach('ids');
$other->clear();
var_dump($filter->mightContainMany(['a', 'b']), $other->mightContain('a'), count($filter), $filter->generation(), $filter->isReady());
$filter->add('c');
echo php('-r', 'echo json_encode(BloomFilter::attach("ids")->mightContainMany(["a", "c"])), "\n";');
echo implode(' ', shared_files()), "\n";
?>
--EXPECT--
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(false)
}
bool(false)
int(0)
int(2)
bool(true)
[false,true]
ids.bloom
