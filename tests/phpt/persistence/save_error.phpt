--TEST--
save() to an impossible place throws, names the path and the cause, and leaves nothing behind
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
chdir($directory);
mkdir('is_directory');
file_put_contents('is_file', 'text');
$filter = filter_of(items(10));
thrown(fn() => $filter->save(''));
thrown(fn() => $filter->save("nul\0byte.bloom"));
thrown(fn() => $filter->save("\0"));
thrown(fn() => $filter->save('missing/filter.bloom'));
thrown(fn() => $filter->save('is_directory'));
thrown(fn() => $filter->save('is_file/filter.bloom'));
thrown(fn() => $filter->save('.'));
thrown(fn() => $filter->save('/'));
thrown(fn() => $filter->save(str_repeat('n', 300)));
thrown(fn() => $filter->save('/proc/self/filter.bloom'));
try {
    $filter->save(str_repeat('long/', 2000) . 'filter.bloom');
} catch (Bloom\StorageException $exception) {
    echo $exception::class, "\n";
}
echo implode(' ', array_diff(scandir($directory), ['.', '..'])), ' ', file_get_contents('is_file'), "\n";
?>
--EXPECTF--
ValueError: BloomFilter::save(): Argument #1 ($path) must not be empty
ValueError: BloomFilter::save(): Argument #1 ($path) must not contain any null bytes
ValueError: BloomFilter::save(): Argument #1 ($path) must not contain any null bytes
Bloom\StorageException: Cannot save to %s/missing/filter.bloom: a temporary file cannot be created in its directory: No such file or directory
Bloom\StorageException: Cannot save to %s/is_directory: it is a directory; name a file in it
Bloom\StorageException: Cannot save to %Sis_file/filter.bloom: %s
Bloom\StorageException: Cannot save to %s: it is a directory; name a file in it
Bloom\StorageException: Cannot save to /: it is a directory; name a file in it
Bloom\StorageException: Cannot save to %s/nnn%s: the finished file cannot be moved into place: File name too long
Bloom\StorageException: Cannot save to /proc/%s: %s
Bloom\StorageException
is_directory is_file text
