--TEST--
save() and load() work through stream wrappers
--EXTENSIONS--
zlib
--INI--
memory_limit=128M
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
$filter = filter_of(items(50_000), 100_000, 0.001);
$image = $filter->export();
$same = fn(string $path) => var_dump(BloomFilter::load($path)->export() === $image);

$filter->save("compress.zlib://$directory/filter.gz");
$same("compress.zlib://$directory/filter.gz");
var_dump(gzdecode(file_get_contents("$directory/filter.gz")) === $image);
$filter->save("php://filter/write=convert.base64-encode/resource=$directory/filter.base64");
$same("php://filter/read=convert.base64-decode/resource=$directory/filter.base64");
$same('data:application/octet-stream;base64,' . base64_encode($image));
$filter->save('php://memory');
$filter->save('php://temp');
ob_start();
$filter->save('php://output');
var_dump(ob_get_clean() === $image);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
