--TEST--
An empty, half or foreign file at the path is replaced by save()
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$path = scratch_directory() . '/filter.bloom';
$filter = filter_of(items(10));
foreach (['', substr($filter->export(), 0, 700), 'garbage'] as $bytes) {
    file_put_contents($path, $bytes);
    $filter->save($path);
    var_dump(missing(BloomFilter::load($path), items(10)));
}
?>
--EXPECT--
int(0)
int(0)
int(0)
