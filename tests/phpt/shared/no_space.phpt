--TEST--
More than the filesystem has is an exception that leaves nothing behind
--SKIPIF--
<?php
$directory = is_dir('/dev/shm') ? '/dev/shm' : sys_get_temp_dir();
if (!(disk_total_space($directory) > 0 && disk_total_space($directory) < 1e12)) die('skip needs a filesystem with a limit, of less than 1 TB');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
try {
    BloomFilter::shared('giant', 1_000_000_000_000, 0.0001, null);
    echo "made\n";
} catch (Bloom\StorageException $exception) {
    echo preg_replace('/\d{3,}/', 'N', $exception->getMessage()), "\n";
}
$filter = shared_of('ids', ['a']);
try {
    $filter->rebuild(fn() => print("loaded\n"), 1_000_000_000_000);
    echo "made\n";
} catch (Bloom\StorageException $exception) {
    echo preg_replace('/\d{3,}/', 'N', $exception->getMessage()), "\n";
}
var_dump($filter->mightContain('a'), $filter->mightContain('b'), $filter->add('b'), shared_files());
?>
--EXPECTF--
Cannot open %s/.bloom-giant.bloom.new: N bytes are needed and N of N are free on tmpfs; enlarge it (in Docker: --shm-size), choose another directory (bloom.shm_dir), or ask for fewer items or a higher rate
Cannot rebuild %s/ids.2: N bytes are needed and N of N are free on tmpfs; enlarge it (in Docker: --shm-size), choose another directory (bloom.shm_dir), or ask for fewer items or a higher rate
bool(true)
bool(false)
bool(true)
array(1) {
  [0]=>
  string(9) "ids.bloom"
}
