--TEST--
rebuild() to another size, and what is out of range
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$filter = shared_of('ids', ['a']);
$sizes = fn() => implode(' ', array_map(fn($key) => $filter->info()[$key], ['expected_items', 'false_positive_rate', 'generation'])) . "\n";
$filter->rebuild(fn($next) => $next->add('b'), 100_000, 0.001);
echo $sizes();
$filter->rebuild(fn($next) => $next->addMany(items(100)), falsePositiveRate: 0.1);
echo $sizes();
$filter->rebuild(fn($next) => $next->addMany(items(100)), 100);
echo $sizes();
thrown(fn() => $filter->rebuild(fn() => print("loaded\n"), 0));
thrown(fn() => $filter->rebuild(fn() => print("loaded\n"), null, 0.9));
echo $sizes();
var_dump(missing($filter, items(100)), $filter->mightContain('b'));
?>
--EXPECT--
100000 0.001 2
100000 0.1 3
100 0.1 4
ValueError: BloomFilter::rebuild(): Argument #2 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: BloomFilter::rebuild(): Argument #3 ($falsePositiveRate) must be between 1e-9 and 0.5
100 0.1 4
int(0)
bool(false)
