--TEST--
load() reads from a pipe
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
$filter = filter_of(items(20_000), 20_000);
$filter->save("$directory/filter.bloom");
$php = escapeshellarg(getenv('TEST_PHP_EXECUTABLE')) . ' ' . getenv('TEST_PHP_EXTRA_ARGS');
chdir($directory);
var_dump(shell_exec("cat filter.bloom | $php -r 'echo md5(BloomFilter::load(\"php://stdin\")->export());' 2>&1") === md5($filter->export()));
exec('mkfifo pipe; (cat filter.bloom > pipe) > /dev/null 2>&1 &');
var_dump(BloomFilter::load('pipe')->export() === $filter->export());
?>
--EXPECT--
bool(true)
bool(true)
