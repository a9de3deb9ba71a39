--TEST--
reportFalsePositives() feeds measured_false_positive_rate
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(['a'], 1000, 1e-9);
$rate = fn() => var_dump($filter->info()['measured_false_positive_rate']);
$rate();
$filter->mightContain('a');
$rate();
$filter->mightContainMany(['x', 'y', 'z']);
$rate();
var_dump($filter->reportFalsePositives());
$rate();
$filter->reportFalsePositives(0);
$filter->reportFalsePositives(2);
$rate();
var_dump($filter->info()['reported_false_positives']);
?>
--EXPECT--
NULL
NULL
float(0)
NULL
float(0.25)
float(0.5)
int(3)
