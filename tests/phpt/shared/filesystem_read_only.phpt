--TEST--
A read-only mount: queries work, changes are exceptions, nothing is written
--SKIPIF--
<?php
require __DIR__ . '/../mounts.inc';
skip_without_mounts();
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
require __DIR__ . '/../mounts.inc';
$directory = scratch_directory();
$make = php_command('-d', "bloom.shm_dir=$directory", '-r', 'BloomFilter::shared("ids", 1000, 0.01, fn($filter) => $filter->add("a")); BloomFilter::open("$argv[1]/path", 1000, 0.01, fn($filter) => $filter->add("a"))->flush();', $directory);
echo php_on("mount -t tmpfs -o mode=0700 tmpfs $directory; $make; mount -o remount,ro $directory", $directory, <<<'CODE'
    $before = md5_file("$argv[2]/ids.bloom");
    foreach ([BloomFilter::attach('ids'), BloomFilter::shared('ids', 1000, 0.01, fn() => print("loaded\n")), BloomFilter::open("$argv[2]/path", 1000, 0.01, null)] as $filter) {
        var_dump($filter->isReady(), $filter->mightContainMany(['a', 'b']) === [true, false], count($filter));
        foreach ([fn() => $filter->add('x'), fn() => $filter->addMany(['x']), fn() => $filter->clear(), fn() => $filter->rebuild(fn() => print("loaded\n"))] as $change) {
            thrown($change);
        }
        $filter->flush();
    }
    thrown(fn() => BloomFilter::shared('new', 1000, 0.01, null));
    thrown(fn() => Bloom\SharedMemory::drop('ids'));
    var_dump(md5_file("$argv[2]/ids.bloom") === $before, array_keys(Bloom\SharedMemory::list()));
    CODE);
?>
--EXPECTF--
bool(true)
bool(true)
int(1)
Bloom\StorageException: Cannot add to %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot add to %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot clear %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot rebuild %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
bool(true)
bool(true)
int(1)
Bloom\StorageException: Cannot add to %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot add to %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot clear %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot rebuild %s/ids.bloom: it may only be read here (mode, owner or mount); change it where it may be written
bool(true)
bool(true)
int(1)
Bloom\StorageException: Cannot add to %s/path: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot add to %s/path: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot clear %s/path: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot rebuild %s/path: it may only be read here (mode, owner or mount); change it where it may be written
Bloom\StorageException: Cannot open %s/.bloom-new.bloom.new: cannot create it: Read-only file system; check owner and mode of file and directory, or choose another directory
Bloom\StorageException: Cannot drop %s/ids.bloom: it may only be read here (mode, owner or mount); drop it where it may be written
bool(true)
array(1) {
  [0]=>
  string(3) "ids"
}
