--TEST--
Twenty items in a filter for twenty: in 500 rounds hardly one looks present before it is added
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$new = $new_by_one = 0;
for ($round = 0; $round < 500; $round++) {
    $filter = new BloomFilter(20, 1e-4);
    $new += $filter->addMany(items(20, "round-$round"));
    $filter->clear();
    foreach (items(20, "again-$round") as $item) {
        $new_by_one += (int) $filter->add($item);
    }
}
/* of 10,000 adds, half of 1e-4 each expected to be wrong */
var_dump($new >= 9995 && $new <= 10_000, $new_by_one >= 9995);
?>
--EXPECT--
bool(true)
bool(true)
