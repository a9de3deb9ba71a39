--TEST--
var_dump() shows what info() says
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000);
var_dump($filter);
var_dump($filter->__debugInfo() === $filter->info());
?>
--EXPECTF--
object(BloomFilter)#%d (26) {
  ["kind"]=>
  string(5) "bloom"
  ["storage"]=>
  string(7) "private"
  ["name"]=>
  NULL
  ["path"]=>
  NULL
  ["ready"]=>
  bool(true)
  ["generation"]=>
  int(1)
  ["expected_items"]=>
  int(1000)
  ["false_positive_rate"]=>
  float(0.01)
  ["bits"]=>
  int(%d)
  ["hash_count"]=>
  int(%d)
  ["bytes"]=>
  int(%d)
  ["bits_per_item"]=>
  float(%f)
  ["count"]=>
  int(0)
  ["fill_ratio"]=>
  float(0)
  ["estimated_false_positive_rate"]=>
  float(0)
  ["saturated"]=>
  bool(false)
  ["created_at"]=>
  int(%d)
  ["rebuilt_at"]=>
  NULL
  ["rebuild_count"]=>
  int(0)
  ["last_rebuild_seconds"]=>
  NULL
  ["loading_pid"]=>
  NULL
  ["loading_since"]=>
  NULL
  ["lookups"]=>
  int(0)
  ["positives"]=>
  int(0)
  ["reported_false_positives"]=>
  int(0)
  ["measured_false_positive_rate"]=>
  NULL
}
bool(true)
