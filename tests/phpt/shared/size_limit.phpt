--TEST--
bloom.shm_max_size limits all filters of the directory together
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
echo php('-d', 'bloom.shm_max_size=100K', '-r', '
    require $argv[1];
    $first = BloomFilter::shared("first", 50_000, 0.01, fn(BloomFilter $filter) => $filter->add("a"));
    thrown(fn() => BloomFilter::shared("second", 50_000, 0.01, null));
    thrown(fn() => BloomFilter::shared("huge", 1_000_000, 0.01, null));
    thrown(fn() => $first->rebuild(fn() => print("loaded\n")));
    var_dump($first->isReady(), $first->mightContain("a"), $first->mightContain("b"), $first->add("b"), $first->generation());
    BloomFilter::shared("small", 100, 0.01, null);
    echo implode(" ", array_diff(scandir(ini_get("bloom.shm_dir")), [".", ".."])), "\n";
    $info = Bloom\SharedMemory::info();
    var_dump($info["max_bytes"], $info["used_bytes"] > 50_000 && $info["used_bytes"] <= 102_400, $info["filters"]);
    Bloom\SharedMemory::drop("first");
    BloomFilter::shared("second", 50_000, 0.01, null)->add("a");
    ', __DIR__ . '/../support.inc');
var_dump(BloomFilter::attach('second')->mightContain('a'), Bloom\SharedMemory::info()['max_bytes']);
?>
--EXPECTF--
Bloom\StorageException: Cannot open %s: the filters there would take %d bytes, of which %d are new; the limit (bloom.shm_max_size) is 102400: raise it, drop a filter, or ask for fewer items or a higher rate
Bloom\StorageException: Cannot open %s: the filters there would take %d bytes, of which %d are new; the limit (bloom.shm_max_size) is 102400: raise it, drop a filter, or ask for fewer items or a higher rate
Bloom\StorageException: Cannot rebuild %s: the filters there would take %d bytes, of which %d are new; the limit (bloom.shm_max_size) is 102400: raise it, drop a filter, or ask for fewer items or a higher rate
bool(true)
bool(true)
bool(false)
bool(true)
int(1)
first.bloom small.bloom
int(102400)
bool(true)
int(2)
bool(true)
NULL
