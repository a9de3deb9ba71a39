--TEST--
addMany() takes no interest in keys: repeated ones and objects will do
--FILE--
<?php
declare(strict_types=1);
function generate(): Generator
{
    yield 'k' => 'a';
    yield 'k' => 'b';
    yield new stdClass() => 'c';
    yield null => 'd';
    yield 1.5 => 'e';
}
$filter = new BloomFilter(1000, 1e-6);
var_dump($filter->addMany(generate()));
var_dump(array_sum($filter->mightContainMany(['a', 'b', 'c', 'd', 'e'])));
?>
--EXPECT--
int(5)
int(5)
