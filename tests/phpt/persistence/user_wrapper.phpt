--TEST--
A stream wrapper in PHP that reads and writes little at a time
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Slow
{
    public static array $files = [];
    public $context;
    private string $path;
    private int $position = 0;
    public function stream_open(string $path, string $mode): bool
    {
        $this->path = $path;
        if ($mode[0] === 'w') {
            self::$files[$path] = '';
        }
        return isset(self::$files[$path]);
    }
    public function stream_write(string $bytes): int
    {
        $part = substr($bytes, 0, mt_rand(1, 3000));
        self::$files[$this->path] .= $part;
        return strlen($part);
    }
    public function stream_read(int $count): string
    {
        $part = substr(self::$files[$this->path], $this->position, min($count, mt_rand(1, 700)));
        $this->position += strlen($part);
        return $part;
    }
    public function stream_eof(): bool { return $this->position >= strlen(self::$files[$this->path]); }
}
mt_srand(42);
stream_wrapper_register('slow', 'Slow');
$filter = filter_of(items(10_000), 20_000);
$filter->save('slow://filter');
var_dump(Slow::$files['slow://filter'] === $filter->export());
var_dump(BloomFilter::load('slow://filter')->export() === $filter->export());
Slow::$files['slow://twice'] = $filter->export() . $filter->export();
thrown(fn() => BloomFilter::load('slow://twice'));
Slow::$files['slow://half'] = substr($filter->export(), 0, 10_000);
thrown(fn() => BloomFilter::load('slow://half'));
thrown(fn() => BloomFilter::load('slow://missing'));
?>
--EXPECTF--
bool(true)
bool(true)
Bloom\CorruptImageException: The filter in slow://twice cannot be used: it is followed by bytes that do not belong to it; take another copy, or build the filter again
Bloom\CorruptImageException: The filter in slow://half cannot be used: it is truncated; take another copy, or build the filter again
Bloom\StorageException: Cannot load slow://missing: it cannot be opened for reading: %s
