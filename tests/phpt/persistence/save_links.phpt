--TEST--
Through a symbolic link save() replaces the file it points to, and load() reads it
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
mkdir("$directory/real");
$filter = filter_of(items(10, 'old'));
$filter->save("$directory/real/filter.bloom");
symlink('real/filter.bloom', "$directory/link.bloom");
symlink('link.bloom', "$directory/chain.bloom");
symlink("$directory/real", "$directory/other");
$new = filter_of(items(10, 'new'));
foreach (['link.bloom', 'chain.bloom', 'other/filter.bloom'] as $name) {
    $filter->save("$directory/real/filter.bloom");
    $new->save("$directory/$name");
    var_dump(is_link("$directory/$name"), BloomFilter::load("$directory/real/filter.bloom")->export() === $new->export());
    var_dump(BloomFilter::load("$directory/$name")->export() === $new->export());
}
echo json_encode([array_values(array_diff(scandir($directory), ['.', '..'])), array_values(array_diff(scandir("$directory/real"), ['.', '..']))]), "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
[["chain.bloom","link.bloom","other","real"],["filter.bloom"]]
