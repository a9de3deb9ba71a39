--TEST--
save() works where memory_limit leaves room for nothing else, and leaves no temporary file behind
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory is not counted with USE_ZEND_ALLOC=0');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
$filter = filter_of(items(1000), 100_000);
$filter->save("$directory/filter.bloom");
$filter->add('later');
/* fill what memory there is, then most of the chunk of 2 MiB that came last */
for ($ballast = [], $limit = memory_get_usage(true); memory_get_usage(true) === $limit;) {
    $ballast[] = str_repeat('x', 8000);
}
$ballast[] = str_repeat('x', 1_850_000);
ini_set('memory_limit', (string) memory_get_usage(true));
$filter->save("$directory/filter.bloom");
ini_set('memory_limit', '64M');
var_dump(BloomFilter::load("$directory/filter.bloom")->mightContain('later'));
echo implode(' ', array_diff(scandir($directory), ['.', '..'])), "\n";
?>
--EXPECT--
bool(true)
filter.bloom
