--TEST--
A filter saved by one process answers right in another
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
$filter = filter_of(items(1000));
$filter->save("$directory/ours.bloom");
$support = dirname(__DIR__) . '/support.inc';
echo php('-r', 'require $argv[1]; echo missing(BloomFilter::load("$argv[2]/ours.bloom"), items(1000)), "\n";
    filter_of(items(1000))->save("$argv[2]/theirs.bloom");', $support, $directory);
$theirs = BloomFilter::load("$directory/theirs.bloom");
var_dump(missing($theirs, items(1000)), substr($theirs->export(), 512, -16) === substr($filter->export(), 512, -16));
?>
--EXPECT--
0
int(0)
bool(true)
