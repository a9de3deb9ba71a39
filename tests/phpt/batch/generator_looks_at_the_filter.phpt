--TEST--
Code that yields items may ask the filter about those it has yielded
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000, 1e-9);
function generate(BloomFilter $filter): Generator
{
    for ($i = 0; $i < 100; $i++) {
        yield "item-$i";
        if (!$filter->mightContain("item-$i")) {
            echo "item $i is not there yet\n";
        }
    }
}
var_dump($filter->addMany(generate($filter)));
/* and mightContainMany() sees what is added while it walks */
$answers = $filter->mightContainMany((function () use ($filter) {
    for ($i = 0; $i < 100; $i++) {
        $filter->add("late-$i");
        yield "late-$i";
    }
})());
var_dump(array_sum($answers));
?>
--EXPECT--
int(100)
int(100)
