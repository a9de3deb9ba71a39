--TEST--
What is not there is not found, and nothing is made
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
foreach ([
    fn() => BloomFilter::attach('missing'),
    fn() => Bloom\CountingFilter::attach('missing'),
    fn() => Bloom\SharedMemory::attach('missing'),
] as $call) {
    thrown($call);
}
var_dump(Bloom\SharedMemory::exists('missing'), Bloom\SharedMemory::drop('missing'), shared_files(), Bloom\SharedMemory::list());
try {
    BloomFilter::attach('missing');
} catch (Bloom\NotFoundException $exception) {
    var_dump(str_contains($exception->getMessage(), shared_directory()), $exception instanceof Bloom\FilterException);
}
?>
--EXPECTF--
Bloom\NotFoundException: There is no filter "missing" in %s, where user %d looks for it; create it with shared(), or set bloom.shm_dir to the directory that has it
Bloom\NotFoundException: There is no filter "missing" in %s, where user %d looks for it; create it with shared(), or set bloom.shm_dir to the directory that has it
Bloom\NotFoundException: There is no filter "missing" in %s, where user %d looks for it; create it with shared(), or set bloom.shm_dir to the directory that has it
bool(false)
bool(false)
array(0) {
}
array(0) {
}
bool(true)
bool(true)
