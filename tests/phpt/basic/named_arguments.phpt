--TEST--
Every parameter can be named as in the contract
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(falsePositiveRate: 0.001, expectedItems: 500);
$other = new BloomFilter(expectedItems: 500, falsePositiveRate: 0.001);
var_dump($filter->info()['expected_items'], $filter->info()['false_positive_rate']);
var_dump(BloomFilter::plan(falsePositiveRate: 0.001, expectedItems: 500)['bits'] === $filter->info()['bits']);
var_dump($filter->add(item: 'a'), $filter->mightContain(item: 'a'));
var_dump($filter->addMany(items: ['a', 'b']), $filter->mightContainMany(items: ['a', 'c']));
$filter->reportFalsePositives(count: 2);
var_dump($filter->isCompatibleWith(other: $other), $filter->merge(other: $other));
var_dump($filter->estimateFalsePositiveRate(insertedItems: 0));
$filter->rebuild(falsePositiveRate: 0.01, loader: fn($next) => $next->add('z'));
var_dump($filter->info()['expected_items'], $filter->info()['false_positive_rate'], $filter->mightContain('z'));
var_dump(BloomFilter::import(image: $filter->export())->mightContain('z'));
$filter->save(path: 'php://memory');
?>
--EXPECT--
int(500)
float(0.001)
bool(true)
bool(true)
bool(true)
int(1)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(false)
}
bool(true)
NULL
float(0)
int(500)
float(0.01)
bool(true)
bool(true)
