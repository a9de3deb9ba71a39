--TEST--
lookups and positives count the answers of all lookup methods, adds count as none
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(['a', 'b', 'c'], 1000, 1e-9);
$filter->mightContain('a');
$filter->mightContain('x');
$filter->mightContainMany(['a', 'x', 'y']);
$filter->mightContainMany(['k' => 'b', 'l' => 'y']);
$filter->mightContainMany(new ArrayIterator(['c', 'z']));
echo json_encode([$filter->info()['lookups'], $filter->info()['positives']]), "\n";
$filter->clear();
echo json_encode([$filter->info()['lookups'], $filter->info()['positives']]), "\n";
/* they are of this object: copies begin anew */
echo json_encode([(clone $filter)->info()['lookups'], BloomFilter::import($filter->export())->info()['lookups']]), "\n";
?>
--EXPECT--
[9,4]
[9,4]
[0,0]
