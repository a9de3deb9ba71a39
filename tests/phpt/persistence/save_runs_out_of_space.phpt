--TEST--
Writing that fails half-way leaves the old file as it was and no temporary one
--DESCRIPTION--
A limit on the size of files stands for a full disk: it fails the same calls and needs no privileges.
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
$old = filter_of(items(100));
$old->save("$directory/filter.bloom");
file_put_contents("$directory/code.php", <<<'CODE'
    <?php
    $filter = new BloomFilter(1_000_000);
    foreach (['filter.bloom', 'new.bloom'] as $name) {
        try {
            $filter->save(__DIR__ . "/$name");
            echo "saved\n";
        } catch (Bloom\StorageException $exception) {
            echo str_replace(__DIR__, '', $exception->getMessage()), "\n";
        }
    }
    CODE);
$command = escapeshellarg(getenv('TEST_PHP_EXECUTABLE')) . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . ' ' . escapeshellarg("$directory/code.php");
/* 512 or 1024 bytes each, and the filter has 1.2 MB */
echo shell_exec("trap '' XFSZ; ulimit -f 1000; $command 2>&1");
unlink("$directory/code.php");
var_dump(file_get_contents("$directory/filter.bloom") === $old->export());
echo implode(' ', array_diff(scandir($directory), ['.', '..'])), "\n";
?>
--EXPECT--
Cannot save to /filter.bloom: writing failed: File too large
Cannot save to /new.bloom: writing failed: File too large
bool(true)
filter.bloom
