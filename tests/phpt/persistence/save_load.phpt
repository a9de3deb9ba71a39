--TEST--
save() writes what export() returns, load() makes a filter of it, and nothing else is left in the directory
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
foreach ([[1, 0.5], [1000, 0.01], [50_000, 1e-6]] as [$n, $p]) {
    $filter = filter_of(items($n), $n, $p);
    $path = "$directory/$n.bloom";
    var_dump($filter->save($path), file_get_contents($path) === $filter->export());
    $copy = BloomFilter::load($path);
    var_dump($copy->export() === $filter->export(), missing($copy, items($n)), $copy->info()['storage']);
}
echo implode(' ', array_diff(scandir($directory), ['.', '..'])), "\n";
?>
--EXPECT--
NULL
bool(true)
bool(true)
int(0)
string(7) "private"
NULL
bool(true)
bool(true)
int(0)
string(7) "private"
NULL
bool(true)
bool(true)
int(0)
string(7) "private"
1.bloom 1000.bloom 50000.bloom
