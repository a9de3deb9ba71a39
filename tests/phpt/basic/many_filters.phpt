--TEST--
Filters do not share bits
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filters = [];
for ($i = 0; $i < 100; $i++) {
    $filters[] = filter_of(items(20, "of-$i"), 20, 1e-6);
}
$wrong = 0;
foreach ($filters as $i => $filter) {
    for ($j = 0; $j < 100; $j++) {
        $present = array_sum($filter->mightContainMany(items(20, "of-$j")));
        $wrong += $present !== ($i === $j ? 20 : 0);
    }
}
var_dump($wrong);
?>
--EXPECT--
int(0)
