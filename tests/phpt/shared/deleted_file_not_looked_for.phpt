--TEST--
With bloom.revalidate=0 only opening notices a deleted file
--INI--
bloom.revalidate=0
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$held = shared_of('ids', ['a']);
unlink(shared_directory() . '/ids.bloom');
usleep(20000);
var_dump($held->mightContain('a'), $held->mightContain('never added'));
thrown(fn() => BloomFilter::attach('ids'));
?>
--EXPECTF--
bool(true)
bool(false)
Bloom\NotFoundException: There is no filter "ids" in %s, where user %d looks for it; create it with shared(), or set bloom.shm_dir to the directory that has it
