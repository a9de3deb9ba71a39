--TEST--
A cuckoo filter cannot be shared: the exception says why and what to use
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
use Bloom\CuckooFilter;
$path = ini_get('bloom.shm_dir') . '/cuckoo';
foreach ([fn() => CuckooFilter::shared('cuckoo', 1000, 0.01, null), fn() => CuckooFilter::open($path, 1000, 0.01, fn() => print('loaded'))] as $share) {
    try {
        $share();
    } catch (Bloom\StorageException $exception) {
        echo $exception->getMessage(), "\n";
    }
}
var_dump(file_exists($path), Bloom\SharedMemory::exists('cuckoo'));
(new CuckooFilter(10))->flush();
try {
    CuckooFilter::attach('cuckoo');
} catch (Bloom\NotFoundException $exception) {
    echo $exception::class, "\n";
}
?>
--EXPECT--
Cannot share a cuckoo filter: while an item moves to make room for another, other processes could miss it; use a CountingFilter
Cannot share a cuckoo filter: while an item moves to make room for another, other processes could miss it; use a CountingFilter
bool(false)
bool(false)
Bloom\NotFoundException
