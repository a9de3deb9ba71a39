--TEST--
A preloaded script may use filters, and what it defines works in the request
--EXTENSIONS--
opcache
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$file = scratch_directory() . '/preload.php';
file_put_contents($file, <<<'CODE'
    <?php
    final class Known
    {
        public function __construct(public readonly BloomFilter $filter = new BloomFilter(100)) {}
        public function has(string $item): bool { return $this->filter->mightContain($item); }
    }
    $known = new Known();
    $known->filter->add('while preloading');
    if (!$known->has('while preloading')) echo 'lost';
    CODE);
$user = trim((string) shell_exec('id -un'));
echo php('-d', 'opcache.enable=1', '-d', 'opcache.enable_cli=1', '-d', "opcache.preload=$file", '-d', "opcache.preload_user=$user", '-r',
    '$known = new Known(); $known->filter->add("a"); var_dump($known->has("a"), $known->has("b"), $known->has("while preloading"));');
?>
--EXPECT--
bool(true)
bool(false)
bool(false)
