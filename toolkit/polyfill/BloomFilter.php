<?php

declare(strict_types=1);

use Bloom\CorruptImageException;
use Bloom\IncompatibleFilterException;
use Bloom\MembershipFilter;
use Bloom\NotFoundException;
use Bloom\StorageException;
use Bloom\Toolkit\Polyfill\Blocks;
use Bloom\Toolkit\Polyfill\Geometry;
use Bloom\Toolkit\Polyfill\HashKey;
use Bloom\Toolkit\Polyfill\Image;
use Bloom\Toolkit\Polyfill\Provenance;
use Bloom\Toolkit\Polyfill\Sizing;

/**
 * The extension's class in PHP, for machines without the extension: the same bits, answers and images, some hundred
 * times slower. Private filters only. shared(), attach() and open() do not exist here, so that method_exists() tells;
 * calling them says why.
 */
final class BloomFilter implements MembershipFilter
{
    /** Null before the constructor has run. */
    private ?Geometry $geometry = null;
    private Provenance $provenance;
    private string $payload = '';
    /** The version that a rebuild is filling. */
    private ?self $successor = null;
    /** Such a version, before its rebuild ends: not ready. */
    private bool $isBuilding = false;
    /** The new version of a rebuild that is over. */
    private bool $isDiscarded = false;
    private int $lookups = 0;
    private int $positives = 0;
    private int $reportedFalsePositives = 0;

    /**
     * @param int   $expectedItems     n, at least 1
     * @param float $falsePositiveRate p, 1e-9 to 0.5
     *
     * @throws ValueError       out of range
     * @throws StorageException it would exceed memory_limit
     */
    public function __construct(int $expectedItems, float $falsePositiveRate = 0.01)
    {
        if ($this->geometry !== null) {
            throw new Error('BloomFilter::__construct() must not be called on an existing filter');
        }
        $this->create(
            self::planned('__construct', 1, $expectedItems, $falsePositiveRate),
            new Provenance(1, Provenance::now()),
        );
    }

    /**
     * What a filter of these parameters costs, without building it.
     *
     * @return array{bits: int, bytes: int, hash_count: int, bits_per_item: float, cache_lines: int, false_positive_rate: float}
     */
    public static function plan(int $expectedItems, float $falsePositiveRate = 0.01): array
    {
        $geometry = self::planned('plan', 1, $expectedItems, $falsePositiveRate);

        return [
            'bits' => $geometry->bits(),
            'bytes' => Image::HEADER_BYTES + $geometry->payloadBytes(),
            'hash_count' => $geometry->hashCount,
            'bits_per_item' => $geometry->bits() / (float) $expectedItems,
            'cache_lines' => $geometry->blocksPerItem,
            'false_positive_rate' => Sizing::fpr($geometry, $expectedItems),
        ];
    }

    public function add(#[SensitiveParameter] string $item): bool
    {
        $this->usable();

        return $this->addHash(HashKey::configured()->hash($item));
    }

    public function addMany(#[SensitiveParameter] iterable $items): int
    {
        $this->usable();
        $added = 0;
        $position = 0;
        foreach ($items as $item) {
            $hash = HashKey::configured()->hash(self::element($item, $position++, __FUNCTION__));
            $this->usable(); // the item's __toString() may have ended a rebuild
            $added += (int) $this->addHash($hash);
        }

        return $added;
    }

    public function mightContain(#[SensitiveParameter] string $item): bool
    {
        $geometry = $this->initialized();
        $answer = true;
        if ($this->isReady()) {
            [$low, $high] = HashKey::configured()->hash($item);
            foreach (Blocks::bits($geometry, $low, $high) as [$byte, $mask]) {
                if ((ord($this->payload[$byte]) & $mask) === 0) {
                    $answer = false;
                    break;
                }
            }
        }
        $this->lookups++;
        $this->positives += (int) $answer;

        return $answer;
    }

    public function mightContainMany(#[SensitiveParameter] iterable $items): array
    {
        $this->initialized();
        $answers = [];
        $position = 0;
        foreach ($items as $key => $item) {
            if (!is_int($key) && !is_string($key)) {
                throw new TypeError(sprintf(
                    'BloomFilter::mightContainMany(): Argument #1 ($items) must have keys of type int or string, %s found at position %d',
                    get_debug_type($key),
                    $position,
                ));
            }
            $answer = $this->mightContain(self::element($item, $position, __FUNCTION__));
            if (array_key_exists($key, $answers)) {
                throw new ValueError(sprintf(
                    'BloomFilter::mightContainMany(): Argument #1 ($items) must have distinct keys, the key at position %d was there before',
                    $position,
                ));
            }
            $answers[$key] = $answer;
            $position++;
        }

        return $answers;
    }

    public function count(): int
    {
        return max(0, $this->measure()['count']);
    }

    public function clear(): void
    {
        $geometry = $this->usable();
        $this->assertNoRebuild('clear');
        $this->provenance = $this->provenance->next(Provenance::now());
        $this->payload = str_repeat("\0", $geometry->payloadBytes());
    }

    public function isReady(): bool
    {
        $this->initialized();

        return !$this->isDiscarded && !$this->isBuilding;
    }

    public function generation(): int
    {
        $this->initialized();

        return $this->provenance->generation;
    }

    public function info(): array
    {
        $geometry = $this->usable();
        $measured = $this->measure();
        $negatives = $this->lookups - $this->positives;
        $judged = $this->reportedFalsePositives + $negatives;

        return [
            'kind' => 'bloom',
            'storage' => 'private',
            'name' => null,
            'path' => null,
            'ready' => $this->isReady(),
            'generation' => $this->provenance->generation,
            'expected_items' => $geometry->expectedItems,
            'false_positive_rate' => $geometry->falsePositiveRate,
            'bits' => $geometry->bits(),
            'hash_count' => $geometry->hashCount,
            'bytes' => Image::HEADER_BYTES + $geometry->payloadBytes(),
            'bits_per_item' => $geometry->bits() / (float) $geometry->expectedItems,
            'count' => $measured['count'],
            'fill_ratio' => $measured['fill'],
            'estimated_false_positive_rate' => $measured['fpr'],
            'saturated' => $measured['fpr'] > 1.1 * $geometry->falsePositiveRate,
            'created_at' => self::secondsOrNull($this->provenance->createdAt),
            'rebuilt_at' => self::secondsOrNull($this->provenance->rebuiltAt),
            'rebuild_count' => $this->provenance->rebuildCount,
            'last_rebuild_seconds' => $this->provenance->lastRebuild === 0
                ? null
                : $this->provenance->lastRebuild / 1e6,
            'loading_pid' => null,
            'loading_since' => null,
            'lookups' => $this->lookups,
            'positives' => $this->positives,
            'reported_false_positives' => $this->reportedFalsePositives,
            'measured_false_positive_rate' => $judged === 0
                ? null
                : $this->reportedFalsePositives / (float) $judged,
        ];
    }

    public function reportFalsePositives(int $count = 1): void
    {
        $this->initialized();
        self::assertNotNegative($count, __FUNCTION__, '$count');
        $this->reportedFalsePositives += $count;
    }

    public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void
    {
        $geometry = $this->usable();
        $this->assertNoRebuild('rebuild');
        if ($expectedItems !== null || $falsePositiveRate !== null) {
            $geometry = self::planned(
                'rebuild',
                2,
                $expectedItems ?? $geometry->expectedItems,
                $falsePositiveRate ?? $geometry->falsePositiveRate,
            );
        }
        $beganAt = Provenance::now();
        $next = self::blank();
        $next->create($geometry, $this->provenance);
        $this->successor = $next;
        $next->isBuilding = true;
        try {
            $loader($next);
            $this->geometry = $geometry;
            $this->payload = $next->payload;
            $this->provenance = $this->provenance->next($beganAt);
        } finally {
            $this->successor = null;
            $next->isBuilding = false;
            $next->isDiscarded = true;
            $next->payload = '';
        }
    }

    /** Size of the bit array in KiB (1024 bytes), two decimals. */
    public function getBitsSizeKB(): float
    {
        return floor($this->usable()->payloadBytes() / 1024 * 100 + 0.5) / 100;
    }

    /** Expected false-positive rate of this filter after $insertedItems distinct items; in [0, 1], monotone. */
    public function estimateFalsePositiveRate(int $insertedItems): float
    {
        $geometry = $this->usable();
        self::assertNotNegative($insertedItems, __FUNCTION__, '$insertedItems');

        return Sizing::fpr($geometry, $insertedItems);
    }

    /** Nothing to do for a private filter. */
    public function flush(): void
    {
        $this->usable();
    }

    public function isCompatibleWith(BloomFilter $other): bool
    {
        return $this->usable()->isCompatibleWith($other->usable());
    }

    /** Bitwise OR of $other into this filter. @throws IncompatibleFilterException and nothing changes */
    public function merge(BloomFilter $other): void
    {
        $own = $this->usable();
        $others = $other->usable();
        $other->assertLoaded('merge from');
        if (!$own->isCompatibleWith($others)) {
            throw new IncompatibleFilterException(sprintf(
                'Cannot merge a filter of %d bits and %d hashes into one of %d bits and %d hashes; '
                . 'give both the same number of items and the same rate',
                $others->bits(),
                $others->hashCount,
                $own->bits(),
                $own->hashCount,
            ));
        }
        $successor = $this->successor;
        if ($successor !== null) {
            if (!$own->isCompatibleWith($successor->usable())) {
                $this->assertNoRebuild('merge into');
            }
            $successor->payload |= $other->payload;
        }
        $this->payload |= $other->payload;
    }

    /** The filter as a byte string: versioned, checksummed, the same as the extension's. */
    public function export(): string
    {
        $header = $this->header('export');

        return $header . $this->payload . Image::trailer($header, $this->payload);
    }

    /** @throws CorruptImageException */
    public static function import(string $image): BloomFilter
    {
        $filter = self::blank();
        $filter->take($image, 'The image');

        return $filter;
    }

    /** Writes export() to a file. A local file is replaced atomically. @throws StorageException */
    public function save(string $path): void
    {
        $header = $this->header('save');
        self::assertPath($path, __FUNCTION__);
        $parts = [$header, $this->payload, Image::trailer($header, $this->payload)];
        if (self::isWrapped($path) || (file_exists($path) && !is_file($path) && !is_dir($path))) {
            self::write($path, 'wb', $parts, $path);

            return;
        }
        if (is_dir($path)) {
            throw new StorageException("Cannot save to {$path}: it is a directory; name a file in it");
        }
        $target = realpath($path);
        $target = $target === false ? $path : $target; // of a symbolic link: replace the file, not the link
        $temporary = dirname($target) . '/.bloom-' . bin2hex(random_bytes(8)) . '.tmp';
        try {
            self::write($temporary, 'xb', $parts, $path);
            $mode = @fileperms($target);
            if ($mode !== false) {
                @chmod($temporary, $mode & 07777);
            }
            if (!@rename($temporary, $target)) {
                throw self::storageError('save to', $path, 'the finished file cannot be moved into place');
            }
        } catch (StorageException $exception) {
            @unlink($temporary);
            throw $exception;
        }
    }

    /**
     * A private copy of a saved filter.
     *
     * @throws NotFoundException
     * @throws StorageException
     * @throws CorruptImageException
     */
    public static function load(string $path): BloomFilter
    {
        self::assertPath($path, __FUNCTION__);
        if (!self::isWrapped($path)) {
            if (is_dir($path)) {
                throw new StorageException("Cannot load {$path}: it is a directory; name a file in it");
            }
            if (!file_exists($path)) {
                throw new NotFoundException(
                    "Cannot load {$path}: No such file or directory; check the path, or save() a filter there",
                );
            }
        }
        error_clear_last();
        $image = @file_get_contents($path);
        if ($image === false) {
            throw self::storageError('load', $path, 'it cannot be opened for reading');
        }
        $filter = self::blank();
        $filter->take($image, "The filter in {$path}");

        return $filter;
    }

    /** @return array{image: string} */
    public function __serialize(): array
    {
        return ['image' => $this->export()];
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        if ($this->geometry !== null) {
            throw new Error('BloomFilter::__unserialize() must not be called on an existing filter');
        }
        $image = $data['image'] ?? null;
        if (!is_string($image) || count($data) !== 1) {
            throw new CorruptImageException(
                'A serialized BloomFilter has another form than this; pass what serialize() returned',
            );
        }
        $this->take($image, 'The image');
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return $this->geometry === null || $this->isDiscarded ? ['ready' => false] : $this->info();
    }

    public function __clone()
    {
        $this->usable();
        $this->assertLoaded('clone');
        $this->successor = null;
        $this->lookups = $this->positives = $this->reportedFalsePositives = 0;
    }

    /** @param list<mixed> $arguments */
    public static function __callStatic(string $name, array $arguments): never
    {
        if (in_array(strtolower($name), ['shared', 'attach', 'open'], true)) {
            throw new StorageException(
                "BloomFilter::{$name}() needs the bloom extension, which this PHP does not have: without it filters are "
                . 'private to a process. Install the extension, or use new BloomFilter() where a private filter will do',
            );
        }
        throw new Error("Call to undefined method BloomFilter::{$name}()");
    }

    public function __set(string $name, mixed $value): void
    {
        throw new Error("Cannot create dynamic property BloomFilter::\${$name}");
    }

    private static function blank(): self
    {
        return (new ReflectionClass(self::class))->newInstanceWithoutConstructor();
    }

    private static function planned(string $method, int $argument, int $expectedItems, float $fpr): Geometry
    {
        $refuse = static fn(int $offset, string $name, string $range): ValueError => new ValueError(
            sprintf('BloomFilter::%s(): Argument #%d ($%s) must be %s', $method, $argument + $offset, $name, $range),
        );
        if ($expectedItems < 1) {
            throw $refuse(0, 'expectedItems', 'between 1 and ' . PHP_INT_MAX);
        }
        if (!($fpr >= Sizing::FPR_MIN && $fpr <= Sizing::FPR_MAX)) {
            throw $refuse(1, 'falsePositiveRate', 'between 1e-9 and 0.5');
        }
        $geometry = Sizing::plan($expectedItems, $fpr);
        if ($geometry !== null) {
            return $geometry;
        }
        // bits per item hardly depend on n, so a feasible n tells the limit
        $feasible = Sizing::plan(1_000_000, $fpr)?->payloadBytes() ?? 10_000_000;
        throw $refuse(0, 'expectedItems', sprintf(
            'between 1 and about %.2g for this false-positive rate, which is all that this build can address',
            floor(Sizing::PAYLOAD_BYTES_MAX / (float) $feasible) * 1e6,
        ));
    }

    private function create(Geometry $geometry, Provenance $provenance): void
    {
        $bytes = $geometry->payloadBytes();
        $limit = ini_parse_quantity(ini_get('memory_limit'));
        if ($limit > 0 && $bytes > 3072 && $bytes > $limit - memory_get_usage()) {
            throw new StorageException(sprintf(
                'Cannot create the filter: %d bytes more would exceed memory_limit (%d bytes, %d in use); '
                . 'raise memory_limit or ask for fewer items or a higher rate',
                $bytes,
                $limit,
                memory_get_usage(),
            ));
        }
        $this->payload = str_repeat("\0", $bytes);
        $this->provenance = $provenance;
        $this->geometry = $geometry;
    }

    private function take(string $image, string $subject): void
    {
        [$geometry, $this->provenance, $this->payload] = Image::read($image, HashKey::configured(), $subject);
        $this->geometry = $geometry;
    }

    private function header(string $action): string
    {
        $this->usable();
        $this->assertLoaded($action);

        return Image::header($this->usable(), $this->provenance, HashKey::configured());
    }

    /** @param array{int, int} $hash */
    private function addHash(array $hash): bool
    {
        $this->successor?->addHash($hash);
        $isNew = false;
        foreach (Blocks::bits($this->usable(), ...$hash) as [$byte, $mask]) {
            $bits = ord($this->payload[$byte]);
            if (($bits & $mask) === 0) {
                $this->payload[$byte] = chr($bits | $mask);
                $isNew = true;
            }
        }

        return $isNew && !$this->isBuilding;
    }

    private static function element(#[SensitiveParameter] mixed $item, int $position, string $method): string
    {
        if (is_string($item)) {
            return $item;
        }
        if (is_int($item)) {
            return (string) $item;
        }
        if ($item instanceof Stringable) {
            return $item->__toString();
        }
        throw new TypeError(sprintf(
            'BloomFilter::%s(): Argument #1 ($items) must contain only strings, integers and Stringable objects, %s found at position %d',
            $method,
            get_debug_type($item),
            $position,
        ));
    }

    /** @return array{count: int, fill: float, fpr: float} */
    private function measure(): array
    {
        $geometry = $this->usable();
        $blocksOfFill = [];
        $setBits = 0;
        $bitsOf = self::popcounts();
        for ($offset = 0, $end = strlen($this->payload); $offset < $end; $offset += Geometry::BLOCK_BYTES) {
            $fill = 0;
            /** @var array<int, int> $bytes how often each byte value occurs in the block */
            $bytes = count_chars(substr($this->payload, $offset, Geometry::BLOCK_BYTES), 1);
            foreach ($bytes as $byte => $occurrences) {
                $fill += $bitsOf[$byte] * $occurrences;
            }
            $blocksOfFill[$fill] = ($blocksOfFill[$fill] ?? 0) + 1;
            $setBits += $fill;
        }
        ksort($blocksOfFill);
        $sum = $sumOfSquares = 0.0;
        foreach ($blocksOfFill as $fill => $blocks) {
            $hit = pow($fill / (float) Geometry::BLOCK_BITS, $geometry->bitsPerBlock());
            $sum += $blocks * $hit;
            $sumOfSquares += $blocks * $hit * $hit;
        }
        $blockCount = (float) $geometry->blockCount;
        $count = Sizing::items($geometry, $setBits) + 0.5;

        return [
            'count' => $count >= (float) PHP_INT_MAX ? PHP_INT_MAX : (int) $count,
            'fill' => $setBits / (float) $geometry->bits(),
            'fpr' => $geometry->blocksPerItem === 1
                ? $sum / $blockCount
                : ($sum * $sum - $sumOfSquares) / ($blockCount * ($blockCount - 1)),
        ];
    }

    /** @return array<int, int> */
    private static function popcounts(): array
    {
        return array_map(static fn(int $byte): int => substr_count(decbin($byte), '1'), range(0, 255));
    }

    private function initialized(): Geometry
    {
        return $this->geometry
            ?? throw new Error('The BloomFilter object has not been initialized by its constructor');
    }

    private function usable(): Geometry
    {
        $geometry = $this->initialized();
        if ($this->isDiscarded) {
            throw new StorageException(
                'Cannot use this version of the filter: its rebuild is over; use the filter on which rebuild() was called',
            );
        }

        return $geometry;
    }

    private function assertNoRebuild(string $action): void
    {
        if ($this->successor !== null || $this->isBuilding) {
            throw new StorageException(
                "Cannot {$action} the filter: this process is rebuilding it; wait until rebuild() returns",
            );
        }
    }

    private function assertLoaded(string $action): void
    {
        if ($this->isBuilding) {
            throw new StorageException(
                "Cannot {$action} the filter: it is not loaded yet, so a copy would answer \"absent\" wrongly; "
                . 'wait until rebuild() returns',
            );
        }
    }

    private static function assertNotNegative(int $count, string $method, string $name): void
    {
        if ($count < 0) {
            throw new ValueError(sprintf(
                'BloomFilter::%s(): Argument #1 (%s) must be between 0 and %d',
                $method,
                $name,
                PHP_INT_MAX,
            ));
        }
    }

    private static function assertPath(string $path, string $method): void
    {
        if ($path === '' || str_contains($path, "\0")) {
            throw new ValueError(sprintf(
                'BloomFilter::%s(): Argument #1 ($path) must not %s',
                $method,
                $path === '' ? 'be empty' : 'contain any null bytes',
            ));
        }
    }

    private static function isWrapped(string $path): bool
    {
        return preg_match('~^([a-z][a-z0-9+.-]+://|data:)~i', $path) === 1
            && !str_starts_with(strtolower($path), 'file://');
    }

    /** @param list<string> $parts */
    private static function write(string $file, string $mode, array $parts, string $path): void
    {
        error_clear_last();
        $stream = @fopen($file, $mode);
        if ($stream === false) {
            throw self::storageError('save to', $path, 'it cannot be opened for writing');
        }
        $isWritten = true;
        foreach ($parts as $part) {
            $isWritten = $isWritten && @fwrite($stream, $part) === strlen($part);
        }
        $isWritten = $isWritten && fflush($stream) && ($mode !== 'xb' || @fsync($stream));
        if (!@fclose($stream) || !$isWritten) {
            throw self::storageError('save to', $path, 'writing failed');
        }
    }

    private static function storageError(string $action, string $path, string $step): StorageException
    {
        return new StorageException(sprintf(
            'Cannot %s %s: %s: %s',
            $action,
            $path,
            $step,
            error_get_last()['message'] ?? 'the stream reported no reason',
        ));
    }

    private static function secondsOrNull(int $microseconds): ?int
    {
        return $microseconds === 0 ? null : intdiv($microseconds, 1_000_000);
    }
}
