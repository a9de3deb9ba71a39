--TEST--
Counters stop at 15 and stay there: an item added so often is never absent again
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$filter = new CountingFilter(1000, 0.001);
foreach ([14, 15, 16, 1000] as $times) {
    for ($i = 0; $i < $times; $i++) $filter->add("added $times times");
    for ($i = 0; $i < $times; $i++) $filter->remove("added $times times");
    printf("%d: count %d, %s\n", $times, $filter->countOf("added $times times"), $filter->mightContain("added $times times") ? 'there' : 'absent');
}
?>
--EXPECT--
14: count 0, absent
15: count 15, there
16: count 15, there
1000: count 15, there
