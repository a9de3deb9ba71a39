--TEST--
Lookup statistics stay with the filter through a rebuild
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000, 1e-9);
$filter->add('a');
$filter->mightContainMany(['a', 'b']);
$filter->reportFalsePositives();
$filter->rebuild(function (BloomFilter $next) { $next->mightContain('x'); });
$info = $filter->info();
var_dump($info['lookups'], $info['positives'], $info['reported_false_positives'], $info['rebuild_count'], $info['generation']);
?>
--EXPECT--
int(2)
int(1)
int(1)
int(1)
int(2)
