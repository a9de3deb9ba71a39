--TEST--
Elements that are references count as their values
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000);
$a = 'a';
$b = 2;
$items = [&$a, &$b, 'k' => &$a];
var_dump($filter->addMany($items));
var_dump($filter->mightContainMany(['a', '2']));
var_dump($filter->mightContainMany($items));
$list = [&$a, &$b];
var_dump($filter->mightContainMany($list) === [true, true]);
function &generate(string &$a): Generator { yield $a; }
var_dump($filter->mightContainMany(generate($a)) === [true]);
?>
--EXPECT--
int(2)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
}
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  ["k"]=>
  bool(true)
}
bool(true)
bool(true)
