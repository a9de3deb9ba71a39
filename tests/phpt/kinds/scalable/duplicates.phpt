--TEST--
Items that are there already take no place
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$filter = new ScalableFilter(100, 0.001);
$filter->addMany(items(1000));
$bytes = $filter->info()['bytes'];
for ($i = 0; $i < 20; $i++) if ($filter->addMany(items(1000)) !== 0) echo "new again\n";
var_dump($filter->info()['bytes'] === $bytes, abs(count($filter) - 1000) < 30);
?>
--EXPECT--
bool(true)
bool(true)
