--TEST--
Files and directories of other users, and ones that may not be written: refused, saying whose they are
--EXTENSIONS--
posix
--SKIPIF--
<?php
if (posix_geteuid() !== 0) die('skip needs root, to become another user');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
const NOBODY = 65534;
$directory = shared_directory();
shared_of('ids', ['a']);
shared_of('theirs', ['a']);
chown("$directory/theirs.bloom", NOBODY);
echo php('-r', 'require $argv[1];
    thrown(fn() => BloomFilter::attach("theirs"));
    thrown(fn() => BloomFilter::shared("theirs", 1000, 0.01, fn() => print("loaded\n")));', __DIR__ . '/../support.inc');
unlink("$directory/theirs.bloom");

$as_nobody = fn(string $directory): string => php('-d', "bloom.shm_dir=$directory", '-r', 'require $argv[1]; posix_setgid(65534); posix_setuid(65534);
    thrown(fn() => BloomFilter::attach("ids"));
    thrown(fn() => BloomFilter::shared("ids", 1000, 0.01, fn() => print("loaded\n")));
    thrown(fn() => BloomFilter::shared("new", 1000, 0.01, fn() => print("loaded\n")));
    thrown(fn() => Bloom\SharedMemory::exists("ids"));
    thrown(fn() => Bloom\SharedMemory::list());
    thrown(fn() => Bloom\SharedMemory::drop("ids"));', __DIR__ . '/../support.inc');
echo "-- the private directory of another\n", $as_nobody($directory);
echo "-- one that may be read\n";
chmod($directory, 0755);
echo $as_nobody($directory);
echo "-- with a file that may be read\n";
chmod("$directory/ids.bloom", 0644);
echo $as_nobody($directory);
echo "-- a directory of another's\n";
mkdir("$directory/theirs", 0700);
chown("$directory/theirs", NOBODY);
echo php('-d', "bloom.shm_dir=$directory/theirs", '-r', 'require $argv[1]; thrown(fn() => BloomFilter::shared("ids", 1000, 0.01, null));', __DIR__ . '/../support.inc');
echo "-- their own, without leave to write\n";
chmod("$directory/theirs", 0500);
echo $as_nobody("$directory/theirs");
echo implode(' ', shared_files()), "\n";
?>
--EXPECTF--
Bloom\StorageException: Cannot attach %s/theirs.bloom: it belongs to user 65534, not to root or user 0; remove it, or share it in a directory of mode 2770 and the users' group
Bloom\StorageException: Cannot open %s/theirs.bloom: it belongs to user 65534, not to root or user 0; remove it, or share it in a directory of mode 2770 and the users' group
-- the private directory of another
Bloom\StorageException: Cannot attach %s/ids.bloom: cannot examine it: Permission denied; check owner and mode of file and directory, or choose another directory
Bloom\StorageException: Cannot open %s/ids.bloom: cannot examine it: Permission denied; check owner and mode of file and directory, or choose another directory
Bloom\StorageException: Cannot open %s/new.bloom: cannot examine it: Permission denied; check owner and mode of file and directory, or choose another directory
Bloom\StorageException: Cannot look at %s/ids.bloom: cannot examine it: Permission denied; check owner and mode of file and directory, or choose another directory
Bloom\StorageException: Cannot list the filters of %s: cannot list the directory: Permission denied; check owner and mode of file and directory, or choose another directory
Bloom\StorageException: Cannot drop %s: cannot open the directory: Permission denied; check owner and mode of file and directory, or choose another directory
-- one that may be read
Bloom\StorageException: Cannot attach %s/ids.bloom: cannot open it: Permission denied; check owner and mode of file and directory, or choose another directory
Bloom\StorageException: Cannot open %s/ids.bloom: cannot open it: Permission denied; check owner and mode of file and directory, or choose another directory
Bloom\StorageException: Cannot open %s/.bloom-new.bloom.new: cannot create it: Permission denied; check owner and mode of file and directory, or choose another directory
nothing thrown
nothing thrown
Bloom\StorageException: Cannot drop %s/ids.bloom: cannot open it: Permission denied; check owner and mode of file and directory, or choose another directory
-- with a file that may be read
nothing thrown
nothing thrown
Bloom\StorageException: Cannot open %s/.bloom-new.bloom.new: cannot create it: Permission denied; check owner and mode of file and directory, or choose another directory
nothing thrown
nothing thrown
Bloom\StorageException: Cannot drop %s/ids.bloom: it may only be read here (mode, owner or mount); drop it where it may be written
-- a directory of another's
Bloom\StorageException: Cannot open %s/theirs: the directory belongs to user 65534, who could change files under user 0; use one that belongs to root or to user 0 (to share among users: owned by root, their common group, mode 2770)
-- their own, without leave to write
Bloom\NotFoundException: There is no filter "ids" in %s/theirs, where user 65534 looks for it; create it with shared(), or set bloom.shm_dir to the directory that has it
Bloom\StorageException: Cannot open %s/theirs/.bloom-ids.bloom.new: cannot create it: Permission denied; check owner and mode of file and directory, or choose another directory
Bloom\StorageException: Cannot open %s/theirs/.bloom-new.bloom.new: cannot create it: Permission denied; check owner and mode of file and directory, or choose another directory
nothing thrown
nothing thrown
nothing thrown
ids.bloom theirs
