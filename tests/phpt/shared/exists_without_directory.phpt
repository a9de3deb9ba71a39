--TEST--
No filter exists in what is no directory
--INI--
bloom.shm_dir={PWD}/../shared.inc
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
var_dump(Bloom\SharedMemory::exists('ids'));
thrown(fn() => Bloom\SharedMemory::attach('ids'));
?>
--EXPECTF--
bool(false)
Bloom\StorageException: Cannot attach %s/shared.inc/ids.bloom: cannot examine it: Not a directory; a part of the path is no directory, so choose another path
