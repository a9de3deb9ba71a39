--TEST--
Relative paths and file:// are those of the working directory
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
mkdir("$directory/below");
chdir("$directory/below");
filter_of(['a'])->save('one.bloom');
filter_of(['a'])->save('../two.bloom');
filter_of(['a'])->save("file://$directory/three.bloom");
filter_of(['a'])->save('./with space & ünicode.bloom');
foreach (['one.bloom', '../two.bloom', '../three.bloom', "file://$directory/below/one.bloom", 'with space & ünicode.bloom'] as $path) {
    var_dump(BloomFilter::load($path)->mightContain('a'));
}
echo json_encode(array_map(fn($path) => array_values(array_diff(scandir($path), ['.', '..'])), ['.', '..']), JSON_UNESCAPED_UNICODE), "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
[["one.bloom","with space & ünicode.bloom"],["below","three.bloom","two.bloom"]]
