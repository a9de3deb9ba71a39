--TEST--
FUSE and overlayfs are refused for named filters; NFS is in tests/unit/shm
--SKIPIF--
<?php
require __DIR__ . '/../mounts.inc';
skip_without_mounts('mkdir /mnt/a /mnt/b; bindfs /mnt/a /mnt/b');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
require __DIR__ . '/../mounts.inc';
$base = scratch_directory();
mkdir("$base/mounted", 0700);
$code = '$directory = $argv[2];
    thrown(fn() => BloomFilter::shared("ids", 1000, 0.01, fn() => print("loaded\n")));
    thrown(fn() => BloomFilter::attach("made"));
    var_dump(Bloom\SharedMemory::info()["filesystem"]);
    thrown(fn() => BloomFilter::open("$directory/new", 1000, 0.01, fn() => print("loaded\n")));
    echo implode(" ", array_diff(scandir($directory), [".", "..", "lower", "upper", "work"])), "\n";';
$make = php_command('-d', "bloom.shm_dir=$base/lower", '-r', 'BloomFilter::shared("made", 1000, 0.01, null);');
$tmpfs = "mount -t tmpfs -o mode=0700 tmpfs $base; mkdir -m 700 $base/mounted $base/lower $base/upper $base/work; $make";
echo "-- FUSE\n", php_on("$tmpfs; bindfs $base/lower $base/mounted", "$base/mounted", $code);
echo "-- overlayfs\n", php_on("$tmpfs; mount -t overlay overlay -o lowerdir=$base/lower,upperdir=$base/upper,workdir=$base/work $base/mounted", "$base/mounted", $code);
?>
--EXPECTF--
-- FUSE
Bloom\StorageException: Cannot open %s/mounted: it lies on fuse, where processes do not reliably see each other's changes; use a local filesystem such as tmpfs, ext4 or xfs
Bloom\StorageException: Cannot attach %s/mounted/made.bloom: it lies on fuse, where processes do not reliably see each other's changes; use a local filesystem such as tmpfs, ext4 or xfs
string(4) "fuse"
Bloom\StorageException: Cannot open %s/mounted: it lies on fuse, where processes do not reliably see each other's changes; use a local filesystem such as tmpfs, ext4 or xfs
made.bloom
-- overlayfs
Bloom\StorageException: Cannot open %s/mounted: it lies on overlayfs (a container's own layers), where readers and writers may see different files; use /dev/shm or a mounted volume
Bloom\StorageException: Cannot attach %s/mounted/made.bloom: it lies on overlayfs (a container's own layers), where readers and writers may see different files; use /dev/shm or a mounted volume
string(9) "overlayfs"
loaded
nothing thrown
made.bloom new
