--TEST--
Paths that open() refuses
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$directory = scratch_directory(dirname(shared_directory()));
mkdir("$directory/folder");
mkdir("$directory/everyone");
chmod("$directory/everyone", 0777);
touch("$directory/file");
chdir($directory);
foreach (['', "a\0b", 'http://localhost/a', 'php://memory', 'data:,a', 'folder', 'folder/', 'missing/a', 'file/a', 'everyone/a', "$directory/" . str_repeat('a', 300)] as $path) {
    try {
        BloomFilter::open($path, 1000, 0.01, null);
        echo "opened\n";
    } catch (Throwable $thrown) {
        echo $thrown::class, ': ', preg_replace('/a{100,}/', 'aaa', $thrown->getMessage()), "\n";
    }
}
ini_set('open_basedir', "$directory/folder");
thrown(fn() => BloomFilter::open("$directory/outside", 1000, 0.01, null));
thrown(fn() => BloomFilter::open('folder/../outside', 1000, 0.01, null));
var_dump(BloomFilter::open("$directory/folder/inside", 1000, 0.01, null)->isReady());
?>
--EXPECTF--
ValueError: BloomFilter::open(): Argument #1 ($path) must not be empty
ValueError: BloomFilter::open(): Argument #1 ($path) must not contain any null bytes
ValueError: BloomFilter::open(): Argument #1 ($path) must be the path of a local file
ValueError: BloomFilter::open(): Argument #1 ($path) must be the path of a local file
ValueError: BloomFilter::open(): Argument #1 ($path) must be the path of a local file
Bloom\StorageException: Cannot open %s/folder: it is no regular file; remove it
Bloom\StorageException: Cannot open %s/folder/: the path must be absolute and shorter than 992 bytes, its last part at most 200
Bloom\StorageException: Cannot open %s/missing: the directory does not exist; create it, for one user with mode 0700, for a group with 2770
Bloom\StorageException: Cannot open %s/file/a: cannot examine it: Not a directory; a part of the path is no directory, so choose another path
Bloom\StorageException: Cannot open %s/everyone: everyone may write to the directory (mode 0777); use one of mode 0700, or 2770 to share with a group
Bloom\StorageException: Cannot open %s/aaa: the path must be absolute and shorter than 992 bytes, its last part at most 200
Bloom\StorageException: Cannot open %s/outside: it is outside of open_basedir
Bloom\StorageException: Cannot open %s/outside: it is outside of open_basedir
bool(true)
