--TEST--
Asking for more in the loader of the rebuild that more was asked of: once is enough
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
BloomFilter::shared('ids', 1000, 0.01, fn(BloomFilter $filter) => $filter->add('a'));
$filter = BloomFilter::shared('ids', 5000, 0.01, function (BloomFilter $next) {
    $current = BloomFilter::shared('ids', 5000, 0.01, fn() => print("loaded twice\n"));
    var_dump($current->isReady(), $current->mightContain('a'), $current->info()['expected_items'], $next->info()['expected_items']);
    var_dump($current->mightContain('never added'));
    $current->add('meanwhile');
    $next->add('a');
});
var_dump($filter->info()['expected_items'], $filter->mightContainMany(['a', 'meanwhile', 'never added']));
?>
--EXPECT--
bool(true)
bool(true)
int(1000)
int(5000)
bool(false)
int(5000)
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(false)
}
