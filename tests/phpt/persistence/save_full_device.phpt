--TEST--
A device without space is an exception that says so
--SKIPIF--
<?php
if (!file_exists('/dev/full')) die('skip this system has no /dev/full');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
thrown(fn() => filter_of(items(10))->save('/dev/full'));
thrown(fn() => filter_of(items(10), 1_000_000)->save('/dev/full'));
filter_of(items(10))->save('/dev/null');
?>
--EXPECT--
Bloom\StorageException: Cannot save to /dev/full: writing failed: No space left on device
Bloom\StorageException: Cannot save to /dev/full: writing failed: No space left on device
