--TEST--
A filter goes through igbinary whole
--EXTENSIONS--
igbinary
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(100));
$copy = igbinary_unserialize(igbinary_serialize(['filter' => $filter]))['filter'];
var_dump($copy->export() === $filter->export());
?>
--EXPECT--
bool(true)
