--TEST--
A batch that throws late returns nothing and leaks nothing
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000);
$items = items(50_000);
$items[] = null;
$map = ['k' => 'v'] + $items;
for ($i = 0; $i < 20; $i++) {
    foreach ([$items, $map, new ArrayIterator($items)] as $iterable) {
        try {
            $answers = $filter->mightContainMany($iterable);
        } catch (TypeError) {
        }
    }
    if ($i === 0) {
        $before = memory_get_usage();
    }
}
var_dump(isset($answers), memory_get_usage() - $before < 100_000);
?>
--EXPECT--
bool(false)
bool(true)
