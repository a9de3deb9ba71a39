--TEST--
Stream wrappers in PHP that fail, lie or throw at any call
--INI--
memory_limit=128M
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Failing
{
    public static string $fails;
    public static string $image;
    public $context;
    private int $position = 0;
    private function step(string $call): bool
    {
        if (self::$fails === "$call throws") {
            throw new LogicException("$call threw");
        }
        return self::$fails !== $call;
    }
    public function stream_open(): bool { return $this->step('open'); }
    public function stream_write(string $bytes): int|false
    {
        if (!$this->step('write')) {
            return false;
        }
        return self::$fails === 'write nothing' ? 0 : strlen($bytes);
    }
    public function stream_read(int $count): string|false
    {
        if (!$this->step('read') || (self::$fails === 'read later' && $this->position > 600)) {
            return false;
        }
        if ($this->position > 600 && self::$fails === 'read throws later') {
            throw new LogicException('read threw later');
        }
        $part = substr(self::$image, $this->position, min($count, 512));
        $this->position += strlen($part);
        return $part;
    }
    public function stream_eof(): bool { $this->step('eof'); return $this->position >= strlen(self::$image); }
    public function stream_flush(): bool { return $this->step('flush'); }
    public function stream_close(): void { $this->step('close'); }
    public function stream_stat(): array|false { return $this->step('stat') ? ['size' => self::$fails === 'stat lies' ? 1 << 40 : strlen(self::$image)] : false; }
    public function url_stat(): array|false { return false; }
}
stream_wrapper_register('failing', 'Failing');
$filter = filter_of(items(10));
Failing::$image = $filter->export();
foreach (['nothing', 'open', 'open throws', 'write', 'write nothing', 'write throws', 'flush', 'flush throws'] as Failing::$fails) {
    echo 'save, ', Failing::$fails, ': ';
    thrown(fn() => $filter->save('failing://filter'));
}
foreach (['nothing', 'open', 'open throws', 'read', 'read later', 'read throws', 'read throws later', 'eof throws', 'stat', 'stat lies', 'stat throws'] as Failing::$fails) {
    echo 'load, ', Failing::$fails, ': ';
    thrown(fn() => BloomFilter::load('failing://filter')->export() === $filter->export() || print('wrong '));
}
?>
--EXPECTF--
save, nothing: nothing thrown
save, open: Bloom\StorageException: Cannot save to failing://filter: it cannot be opened for writing: %s
save, open throws: LogicException: open threw
save, write: Bloom\StorageException: Cannot save to failing://filter: writing failed: %s
save, write nothing: Bloom\StorageException: Cannot save to failing://filter: writing failed: %s
save, write throws: LogicException: write threw
save, flush: Bloom\StorageException: Cannot save to failing://filter: writing failed: %s
save, flush throws: LogicException: flush threw
load, nothing: nothing thrown
load, open: Bloom\StorageException: Cannot load failing://filter: it cannot be opened for reading: %s
load, open throws: LogicException: open threw
load, read: Bloom\CorruptImageException: %s
load, read later: Bloom\CorruptImageException: %s
load, read throws: LogicException: read threw
load, read throws later: LogicException: read threw later
load, eof throws: LogicException: eof threw
load, stat: nothing thrown
load, stat lies: nothing thrown
load, stat throws: %s
