--TEST--
The bounds of both ranges are in them
--FILE--
<?php
declare(strict_types=1);
foreach ([1e-9, 0.5] as $p) {
    $filter = new BloomFilter(1, $p);
    $filter->add('a');
    var_dump($filter->mightContain('a'), $filter->info()['false_positive_rate'] === $p, $filter->info()['hash_count'] >= 1);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
