--TEST--
save() replaces a file as a whole: who has the old one open goes on reading it, mode and owner stay
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$path = scratch_directory() . '/filter.bloom';
umask(027);
$old = filter_of(items(10, 'old'));
$old->save($path);
printf("%o\n", fileperms($path) & 07777);
chmod($path, 0604);
$reader = fopen($path, 'r');
$inode = fileinode($path);
$new = filter_of(items(10, 'new'), 50_000);
$new->save($path);
clearstatcache();
printf("%o\n", fileperms($path) & 07777);
var_dump(stream_get_contents($reader) === $old->export(), fileinode($path) !== $inode);
var_dump(file_get_contents($path) === $new->export());
?>
--EXPECT--
640
604
bool(true)
bool(true)
bool(true)
