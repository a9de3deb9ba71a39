--TEST--
Filters are compatible if an item sets the same bits in both
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(10_000, 0.01);
$others = [
    'same' => new BloomFilter(10_000, 0.01),
    'more items' => new BloomFilter(20_000, 0.01),
    'lower rate' => new BloomFilter(10_000, 0.001),
    'two blocks' => new BloomFilter(10_000, 1e-6),
    'one item' => new BloomFilter(1, 0.01),
];
foreach ($others as $name => $other) {
    echo $name, ': ', json_encode([$filter->isCompatibleWith($other), $other->isCompatibleWith($filter)]), "\n";
}
var_dump($filter->isCompatibleWith($filter));
?>
--EXPECT--
same: [true,true]
more items: [false,false]
lower rate: [false,false]
two blocks: [false,false]
one item: [false,false]
bool(true)
