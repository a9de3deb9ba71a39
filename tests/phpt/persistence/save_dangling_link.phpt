--TEST--
A symbolic link to nothing, or to itself: save() leaves a loadable file or throws, load() throws
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
symlink('nowhere.bloom', "$directory/dangling.bloom");
symlink('loop.bloom', "$directory/loop.bloom");
foreach (['dangling', 'loop'] as $name) {
    try {
        BloomFilter::load("$directory/$name.bloom");
    } catch (Bloom\NotFoundException | Bloom\StorageException $exception) {
        echo $name, ' ', $exception::class, "\n";
    }
    try {
        filter_of(['a'])->save("$directory/$name.bloom");
        var_dump(BloomFilter::load("$directory/$name.bloom")->mightContain('a'));
    } catch (Bloom\StorageException) {
        echo "refused\n";
    }
}
echo implode(' ', preg_grep('/tmp/', scandir($directory))), "\n";
?>
--EXPECTF--
dangling Bloom\NotFoundException
bool(true)
loop Bloom\StorageException
%r(bool\(true\)|refused)%r
