--TEST--
A tmpfs of 1 MiB: what does not fit is an exception that leaves nothing, what is there works on
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
echo php_on("mount -t tmpfs -o mode=0700,size=1m tmpfs $directory", $directory, <<<'CODE'
    function files(): void { echo json_encode(array_values(array_diff(scandir($GLOBALS['argv'][2]), ['.', '..']))), "\n"; }
    thrown(fn() => BloomFilter::shared('large', 7_000_000, 0.01, fn() => print("loaded\n")));
    thrown(fn() => BloomFilter::open("{$argv[2]}/large", 7_000_000, 0.01, fn() => print("loaded\n")));
    files();
    $filter = BloomFilter::shared('ids', 500_000, 0.01, fn(BloomFilter $filter) => $filter->addMany(items(1000)));
    thrown(fn() => $filter->rebuild(fn() => print("loaded\n")));
    thrown(fn() => $filter->clear());
    thrown(fn() => BloomFilter::shared('ids', 1_000_000, 0.01, fn() => print("loaded\n")));
    files();
    $filter->addMany(items(1000, 'more'));
    var_dump(missing($filter, [...items(1000), ...items(1000, 'more')]), $filter->generation(), Bloom\SharedMemory::info()['filesystem_bytes']);
    $growing = Bloom\ScalableFilter::shared('growing', 1000, 0.001, null);
    $added = [];
    try {
        for ($i = 0;; $i++) {
            $growing->add("item-$i");
            $added[] = "item-$i";
        }
    } catch (Bloom\StorageException $exception) {
        echo $exception->getMessage(), "\n";
    }
    var_dump(count($added) > 1000, missing($growing, $added), $growing->isReady());
    files();
    CODE);
?>
--EXPECTF--
Bloom\StorageException: Cannot open %s/.bloom-large.bloom.new: %d bytes are needed and %d of %d are free on tmpfs; enlarge it (in Docker: --shm-size), choose another directory (bloom.shm_dir), or ask for fewer items or a higher rate
Bloom\StorageException: Cannot open %s/.bloom-large.new: %d bytes are needed and %d of %d are free on tmpfs; enlarge it (in Docker: --shm-size), choose another directory (bloom.shm_dir), or ask for fewer items or a higher rate
[]
Bloom\StorageException: Cannot rebuild %s/ids.%d: %d bytes are needed and %d of %d are free on tmpfs; enlarge it (in Docker: --shm-size), choose another directory (bloom.shm_dir), or ask for fewer items or a higher rate
Bloom\StorageException: Cannot clear %s/ids.%d: %d bytes are needed and %d of %d are free on tmpfs; enlarge it (in Docker: --shm-size), choose another directory (bloom.shm_dir), or ask for fewer items or a higher rate
Bloom\StorageException: Cannot rebuild %s/ids.%d: %d bytes are needed and %d of %d are free on tmpfs; enlarge it (in Docker: --shm-size), choose another directory (bloom.shm_dir), or ask for fewer items or a higher rate
["ids.bloom"]
int(0)
int(1)
int(%d)
Cannot add to %s/growing.bloom: %d bytes are needed and %d of %d are free on tmpfs; enlarge it (in Docker: --shm-size), choose another directory (bloom.shm_dir), or ask for fewer items or a higher rate
bool(true)
int(0)
bool(true)
["growing.bloom","ids.bloom"]
