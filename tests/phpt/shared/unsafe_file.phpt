--TEST--
A file that is not safe is refused
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$path = shared_directory() . '/ids.bloom';
shared_of('other', ['a']);
symlink(shared_directory() . '/other.bloom', $path);
thrown(fn() => BloomFilter::attach('ids'));
thrown(fn() => BloomFilter::shared('ids', 1000, 0.01, null));
unlink($path);
symlink('nowhere', $path);
thrown(fn() => BloomFilter::shared('ids', 1000, 0.01, null));
unlink($path);
mkdir($path);
thrown(fn() => BloomFilter::attach('ids'));
thrown(fn() => BloomFilter::shared('ids', 1000, 0.01, null));
rmdir($path);
copy(shared_directory() . '/other.bloom', $path);
chmod($path, 0666);
thrown(fn() => BloomFilter::attach('ids'));
unlink($path);
var_dump(file_exists(shared_directory() . '/nowhere'));
?>
--EXPECTF--
Bloom\StorageException: Cannot attach %s/ids.bloom: it is a symbolic link, which is not followed; use the file itself
Bloom\StorageException: Cannot open %s/ids.bloom: it is a symbolic link, which is not followed; use the file itself
Bloom\StorageException: Cannot open %s/ids.bloom: it is a symbolic link, which is not followed; use the file itself
Bloom\StorageException: Cannot attach %s/ids.bloom: it is no regular file; remove it
Bloom\StorageException: Cannot open %s/ids.bloom: it is no regular file; remove it
Bloom\StorageException: Cannot attach %s/ids.bloom: others may write to it (mode 0666); change its mode to 0600, or to 0660 in a directory of mode 2770 with the same group
bool(false)
