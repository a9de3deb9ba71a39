--TEST--
An overfilled filter says so: saturated is true once the estimate exceeds 1.1 p
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(1000, 0.01);
$turned = null;
for ($number = 100; $number <= 20_000; $number += 100) {
    $filter->addMany(items($number));
    $info = $filter->info();
    if ($info['saturated'] !== ($info['estimated_false_positive_rate'] > 1.1 * 0.01)) {
        echo "$number: ", json_encode($info), "\n";
    }
    if ($info['saturated']) {
        $turned ??= $number;
    }
}
var_dump($turned > 1000 && $turned < 1300, $info['estimated_false_positive_rate'] > 0.9);
?>
--EXPECT--
bool(true)
bool(true)
