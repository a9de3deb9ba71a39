--TEST--
A batch of two hundred thousand items loses none
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$items = items(200_000);
$filter = new BloomFilter(200_000, 1e-4);
$new = $filter->addMany($items);
var_dump($new > 199_900 && $new <= 200_000, missing($filter, $items));
$wrong = array_sum($filter->mightContainMany(items(200_000, 'other')));
var_dump($wrong < 60 ?: $wrong);
?>
--EXPECT--
bool(true)
int(0)
bool(true)
