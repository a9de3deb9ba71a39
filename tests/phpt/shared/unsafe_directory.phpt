--TEST--
A directory that is not safe is refused
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$base = shared_directory();
mkdir("$base/everyone");
chmod("$base/everyone", 0777);
mkdir("$base/sticky");
chmod("$base/sticky", 01777);
mkdir("$base/private", 0700);
symlink("$base/private", "$base/link");
touch("$base/file");
$code = 'require $argv[1];
    thrown(fn() => BloomFilter::shared("ids", 1000, 0.01, null));
    thrown(fn() => BloomFilter::attach("ids"));
    thrown(fn() => Bloom\SharedMemory::list());
    thrown(fn() => Bloom\SharedMemory::info());
    thrown(fn() => Bloom\SharedMemory::exists("ids"));
    thrown(fn() => Bloom\SharedMemory::drop("ids"));';
foreach (["$base/everyone", "$base/sticky", "$base/link", "$base/file", "$base/missing", "$base/file/below", 'relative', '/' . str_repeat('long/', 900)] as $directory) {
    echo '-- ', strlen($directory) > 100 ? 'long' : basename($directory), "\n";
    echo preg_replace('~(long/){10,}~', 'long/', php('-d', "bloom.shm_dir=$directory", '-r', $code, __DIR__ . '/../support.inc'));
}
echo "-- private\n", php('-d', "bloom.shm_dir=$base/private//", '-r', 'BloomFilter::shared("ids", 1000, 0.01, null); echo Bloom\SharedMemory::info()["directory"] === $argv[1] ? "as given" : "else", "\n";', "$base/private");
?>
--EXPECTF--
-- everyone
Bloom\StorageException: Cannot open %s/everyone: everyone may write to the directory (mode 0777); use one of mode 0700, or 2770 to share with a group
Bloom\StorageException: Cannot attach %s/everyone: everyone may write to the directory (mode 0777); use one of mode 0700, or 2770 to share with a group
nothing thrown
nothing thrown
nothing thrown
nothing thrown
-- sticky
Bloom\StorageException: Cannot open %s/sticky: everyone may write to the directory (mode 1777); use one of mode 0700, or 2770 to share with a group
Bloom\StorageException: Cannot attach %s/sticky: everyone may write to the directory (mode 1777); use one of mode 0700, or 2770 to share with a group
nothing thrown
nothing thrown
nothing thrown
nothing thrown
-- link
Bloom\StorageException: Cannot open %s/link: it is a symbolic link or no directory; use the directory itself
Bloom\StorageException: Cannot attach %s/link: it is a symbolic link or no directory; use the directory itself
nothing thrown
Bloom\StorageException: Cannot look at %s/link: cannot examine the directory: Not a directory; a part of the path is no directory, so choose another path
nothing thrown
nothing thrown
-- file
Bloom\StorageException: Cannot open %s/file/ids.bloom: cannot examine it: Not a directory; a part of the path is no directory, so choose another path
Bloom\StorageException: Cannot attach %s/file/ids.bloom: cannot examine it: Not a directory; a part of the path is no directory, so choose another path
Bloom\StorageException: Cannot list the filters of %s/file: cannot list the directory: Not a directory; a part of the path is no directory, so choose another path
Bloom\StorageException: Cannot look at %s/file: cannot examine the directory: Not a directory; a part of the path is no directory, so choose another path
nothing thrown
Bloom\StorageException: Cannot drop %s/file: it is a symbolic link or no directory; use the directory itself
-- missing
Bloom\StorageException: Cannot open %s/missing: the directory does not exist; create it, for one user with mode 0700, for a group with 2770
Bloom\NotFoundException: There is no filter "ids" in %s/missing, where user %d looks for it%s
nothing thrown
nothing thrown
nothing thrown
nothing thrown
-- below
Bloom\StorageException: Cannot open %s/file/below/ids.bloom: cannot examine it: Not a directory; a part of the path is no directory, so choose another path
Bloom\StorageException: Cannot attach %s/file/below/ids.bloom: cannot examine it: Not a directory; a part of the path is no directory, so choose another path
Bloom\StorageException: Cannot list the filters of %s/file/below: cannot list the directory: Not a directory; a part of the path is no directory, so choose another path
Bloom\StorageException: Cannot look at %s/file/below: cannot examine the directory: Not a directory; a part of the path is no directory, so choose another path
nothing thrown
Bloom\StorageException: Cannot drop %s/file/below: it is a symbolic link or no directory; use the directory itself
-- relative
Bloom\StorageException: Cannot open relative: the directory must be an absolute path of at most 512 bytes
Bloom\StorageException: Cannot attach relative: the directory must be an absolute path of at most 512 bytes
Bloom\StorageException: Cannot list the filters of relative: the directory must be an absolute path of at most 512 bytes
Bloom\StorageException: Cannot look at relative: the directory must be an absolute path of at most 512 bytes
Bloom\StorageException: Cannot look at relative: the directory must be an absolute path of at most 512 bytes
Bloom\StorageException: Cannot drop relative: the directory must be an absolute path of at most 512 bytes
-- long
Bloom\StorageException: Cannot open /long/lo: the directory must be an absolute path of at most 512 bytes
Bloom\StorageException: Cannot attach /long/lo: the directory must be an absolute path of at most 512 bytes
Bloom\StorageException: Cannot list the filters of /long/lo: the directory must be an absolute path of at most 512 bytes
Bloom\StorageException: Cannot look at /long/lo: the directory must be an absolute path of at most 512 bytes
Bloom\StorageException: Cannot look at /long/lo: the directory must be an absolute path of at most 512 bytes
Bloom\StorageException: Cannot drop /long/lo: the directory must be an absolute path of at most 512 bytes
-- private
as given
