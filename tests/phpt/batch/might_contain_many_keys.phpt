--TEST--
mightContainMany() answers under each element's own key, in its order
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000);
$filter->addMany(['a', 'b']);
var_dump($filter->mightContainMany(['z' => 'a', 7 => 'x', -3 => 'b', '' => 'y', "\0" => 'a']));
$holes = ['p', 'q', 'a', 'b'];
unset($holes[0], $holes[2]);
var_dump($filter->mightContainMany($holes));
var_dump($filter->mightContainMany([]));
?>
--EXPECTF--
array(5) {
  ["z"]=>
  bool(true)
  [7]=>
  bool(false)
  [-3]=>
  bool(true)
  [""]=>
  bool(false)
  ["%0"]=>
  bool(true)
}
array(2) {
  [1]=>
  bool(false)
  [3]=>
  bool(true)
}
array(0) {
}
