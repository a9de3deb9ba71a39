<?php

/**
 * The public API of the `bloom` extension; arginfo is generated from this file (./dev arginfo).
 *
 * Vocabulary: n = expectedItems, p = falsePositiveRate, m = size in bits,
 * k = hashCount. "Definitely absent" is what false from mightContain() means;
 * "might be present" is what true means.
 *
 * Ranges: n from 1 to whatever this build can address, p from 1e-9 to 0.5;
 * anything else is a ValueError that names the argument and the range. The rate is
 * always delivered; memory within 8 % of theory for p from 1e-6 to 0.25.
 *
 * Objects are final, not comparable with ==, not dynamically extensible; a method on an
 * object whose constructor never ran is an Error.
 *
 * @generate-class-entries
 * @undocumentable
 */

namespace Bloom {

    /**
     * What every filter can do. PHP code can implement it too (a Redis-backed
     * filter, a test double), so type against this where any filter will do.
     *
     * Items are byte strings of any length, the empty string and NUL bytes
     * included. In the *Many methods an element may also be an int (its decimal
     * form) or a Stringable; anything else is a TypeError that names the
     * element's position. An iterable is walked once, so generators work; what came
     * before a bad element stays added. Keys must be int or string, and distinct where
     * the answer is keyed by them. Items are often e-mails or token ids: they never
     * appear in messages, and every item parameter is a #[\SensitiveParameter].
     *
     * While a filter is not ready (isReady() false): mightContain() is true, add() stores and
     * returns false, addMany() stores and returns 0.
     */
    interface MembershipFilter extends \Countable
    {
        /** @return bool true if the item was certainly not in the filter before; of racing adds of one new item at least one sees true */
        public function add(#[\SensitiveParameter] string $item): bool;

        /** @return int how many of the items were certainly new */
        public function addMany(#[\SensitiveParameter] iterable $items): int;

        /** @return bool false: definitely absent; true: might be present */
        public function mightContain(#[\SensitiveParameter] string $item): bool;

        /** @return array<array-key, bool> one answer per element, under the element's own key, in its order */
        public function mightContainMany(#[\SensitiveParameter] iterable $items): array;

        /** Estimated number of distinct items, from the number of set bits. */
        public function count(): int;

        public function clear(): void;

        /** False while the first load is under way or has not happened: answers are then all "might be present". */
        public function isReady(): bool;

        /** Number of the version in use; grows with every rebuild. */
        public function generation(): int;

        /**
         * Everything a person or a monitor wants to know:
         *   kind, storage ('private'|'shared'|'file'), name, path, ready, generation,
         *   expected_items, false_positive_rate, bits, hash_count, bytes, bits_per_item,
         *   count, fill_ratio, estimated_false_positive_rate, saturated (estimate > 1.1 p),
         *   created_at, rebuilt_at, rebuild_count, last_rebuild_seconds, loading_pid, loading_since,
         *   lookups, positives, reported_false_positives,
         *   measured_false_positive_rate = reported / (reported + negatives), null without data
         * Fill and what derives from it is cached for a second on shared filters; statistics of other processes
         * arrive within seconds. A kind adds its own keys (layers, counters, load factor ...), documented in the manual.
         */
        public function info(): array;

        /**
         * The caller looked a "might be present" up in the source of truth and it was not there.
         * Feeds measured_false_positive_rate; cheap enough for every false positive.
         */
        public function reportFalsePositives(int $count = 1): void;

        /**
         * Build a new version beside the current one and switch to it atomically, in every process.
         * Until the switch the current version answers; whatever any process adds meanwhile goes to
         * both, so no add is lost. An item added before the rebuild began must be visible to the loader: it
         * reads the source of truth after the longest transaction has ended (the toolkit's loader waits for
         * that). If the loader throws, exits or dies, the new version is thrown away and the current one stays
         * (an exception is passed on). A second rebuild of the same filter at the same time throws at once, naming the
         * process that is at it. Also ends the not-ready state.
         *
         * @param callable $loader             called with the new version; adds everything it must know
         * @param int|null   $expectedItems     null: as now
         * @param float|null $falsePositiveRate null: as now
         */
        public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void;
    }

    /** A filter that can forget. */
    interface DeletableFilter extends MembershipFilter
    {
        /**
         * Remove one earlier add of the item. False, and nothing changes, if it is definitely absent.
         * Removing an item that was never added, or twice, can hide others: remove at most once what you added,
         * and do not repeat a remove that was interrupted. With $ifGeneration (generation() read before the DELETE in
         * the source of truth) nothing is removed if the filter has been rebuilt since. Throws while not ready.
         */
        public function remove(#[\SensitiveParameter] string $item, ?int $ifGeneration = null): bool;
    }

    /**
     * Supports deletion: m 4-bit counters, saturating, never wrapping. merge() adds counters.
     *
     * @strict-properties
     */
    final class CountingFilter implements DeletableFilter
    {
        /** @implementation-alias BloomFilter::__construct */
        public function __construct(int $expectedItems, float $falsePositiveRate = 0.01) {}

        /**
         * What a filter of these parameters costs, without building it.
         *
         * @return array{bits: int, bytes: int, hash_count: int, bits_per_item: float, cache_lines: int, false_positive_rate: float}
         * @implementation-alias BloomFilter::plan
         */
        public static function plan(int $expectedItems, float $falsePositiveRate = 0.01): array {}

        /** @implementation-alias BloomFilter::add */
        public function add(#[\SensitiveParameter] string $item): bool {}
        /** @implementation-alias BloomFilter::addMany */
        public function addMany(#[\SensitiveParameter] iterable $items): int {}
        /** @implementation-alias BloomFilter::mightContain */
        public function mightContain(#[\SensitiveParameter] string $item): bool {}
        /** @implementation-alias BloomFilter::mightContainMany */
        public function mightContainMany(#[\SensitiveParameter] iterable $items): array {}
        public function remove(#[\SensitiveParameter] string $item, ?int $ifGeneration = null): bool {}

        /** Upper estimate of how often the item was added and not removed (0 to 15; 15 means "15 or more", or not ready). */
        public function countOf(#[\SensitiveParameter] string $item): int {}

        /** @implementation-alias BloomFilter::count */
        public function count(): int {}
        /**
         * In shared storage: a rebuild with an empty loader.
         * @implementation-alias BloomFilter::clear
         */
        public function clear(): void {}
        /** @implementation-alias BloomFilter::isReady */
        public function isReady(): bool {}
        /** @implementation-alias BloomFilter::generation */
        public function generation(): int {}
        /** @implementation-alias BloomFilter::info */
        public function info(): array {}
        /** @implementation-alias BloomFilter::reportFalsePositives */
        public function reportFalsePositives(int $count = 1): void {}
        /** @implementation-alias BloomFilter::rebuild */
        public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void {}

        /** @implementation-alias BloomFilter::shared */
        public static function shared(string $name, int $expectedItems, float $falsePositiveRate, ?callable $loader): CountingFilter {}
        /** @implementation-alias BloomFilter::attach */
        public static function attach(string $name): CountingFilter {}
        /** @implementation-alias BloomFilter::open */
        public static function open(string $path, int $expectedItems, float $falsePositiveRate, ?callable $loader): CountingFilter {}
        /** @implementation-alias BloomFilter::flush */
        public function flush(): void {}

        /** @implementation-alias BloomFilter::isCompatibleWith */
        public function isCompatibleWith(CountingFilter $other): bool {}
        /** @implementation-alias BloomFilter::merge */
        public function merge(CountingFilter $other): void {}

        /** @implementation-alias BloomFilter::export */
        public function export(): string {}
        /** @implementation-alias BloomFilter::import */
        public static function import(string $image): CountingFilter {}
        /** @implementation-alias BloomFilter::save */
        public function save(string $path): void {}
        /** @implementation-alias BloomFilter::load */
        public static function load(string $path): CountingFilter {}
        /** @implementation-alias BloomFilter::__serialize */
        public function __serialize(): array {}
        /** @implementation-alias BloomFilter::__unserialize */
        public function __unserialize(array $data): void {}
        /** @implementation-alias BloomFilter::__debugInfo */
        public function __debugInfo(): array {}
    }

    /**
     * Grows by adding layers; the compound false-positive rate stays at or under p however many items come.
     *
     * @strict-properties
     */
    final class ScalableFilter implements MembershipFilter
    {
        /** @implementation-alias BloomFilter::__construct */
        public function __construct(int $initialItems, float $falsePositiveRate = 0.01) {}

        /** @implementation-alias BloomFilter::add */
        public function add(#[\SensitiveParameter] string $item): bool {}
        /** @implementation-alias BloomFilter::addMany */
        public function addMany(#[\SensitiveParameter] iterable $items): int {}
        /** @implementation-alias BloomFilter::mightContain */
        public function mightContain(#[\SensitiveParameter] string $item): bool {}
        /** @implementation-alias BloomFilter::mightContainMany */
        public function mightContainMany(#[\SensitiveParameter] iterable $items): array {}
        /** @implementation-alias BloomFilter::count */
        public function count(): int {}
        /**
         * In shared storage: a rebuild with an empty loader.
         * @implementation-alias BloomFilter::clear
         */
        public function clear(): void {}
        /** @implementation-alias BloomFilter::isReady */
        public function isReady(): bool {}
        /** @implementation-alias BloomFilter::generation */
        public function generation(): int {}
        /** @implementation-alias BloomFilter::info */
        public function info(): array {}
        /** @implementation-alias BloomFilter::reportFalsePositives */
        public function reportFalsePositives(int $count = 1): void {}
        /** @implementation-alias BloomFilter::rebuild */
        public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void {}

        /** @implementation-alias BloomFilter::shared */
        public static function shared(string $name, int $initialItems, float $falsePositiveRate, ?callable $loader): ScalableFilter {}
        /** @implementation-alias BloomFilter::attach */
        public static function attach(string $name): ScalableFilter {}
        /** @implementation-alias BloomFilter::open */
        public static function open(string $path, int $initialItems, float $falsePositiveRate, ?callable $loader): ScalableFilter {}
        /** @implementation-alias BloomFilter::flush */
        public function flush(): void {}

        /** @implementation-alias BloomFilter::export */
        public function export(): string {}
        /** @implementation-alias BloomFilter::import */
        public static function import(string $image): ScalableFilter {}
        /** @implementation-alias BloomFilter::save */
        public function save(string $path): void {}
        /** @implementation-alias BloomFilter::load */
        public static function load(string $path): ScalableFilter {}
        /** @implementation-alias BloomFilter::__serialize */
        public function __serialize(): array {}
        /** @implementation-alias BloomFilter::__unserialize */
        public function __unserialize(array $data): void {}
        /** @implementation-alias BloomFilter::__debugInfo */
        public function __debugInfo(): array {}
    }

    /**
     * A sliding window: items expire without a rebuild. Made for revoked tokens, which need remembering only until
     * the token itself expires. An item is remembered for at least `windowSeconds` after its last add and for at most
     * `windowSeconds * (1 + 2/generations)`, by a monotonic clock. All n of a window may arrive at once; the rate still holds.
     *
     * @strict-properties
     */
    final class RotatingFilter implements MembershipFilter
    {
        /**
         * @param int $expectedItems items added per window
         * @implementation-alias BloomFilter::__construct
         */
        public function __construct(int $expectedItems, float $falsePositiveRate = 0.01, int $windowSeconds = 3600, int $generations = 4) {}

        /** @implementation-alias BloomFilter::add */
        public function add(#[\SensitiveParameter] string $item): bool {}
        /** @implementation-alias BloomFilter::addMany */
        public function addMany(#[\SensitiveParameter] iterable $items): int {}
        /** @implementation-alias BloomFilter::mightContain */
        public function mightContain(#[\SensitiveParameter] string $item): bool {}
        /** @implementation-alias BloomFilter::mightContainMany */
        public function mightContainMany(#[\SensitiveParameter] iterable $items): array {}
        /** @implementation-alias BloomFilter::count */
        public function count(): int {}
        /**
         * In shared storage: a rebuild with an empty loader.
         * @implementation-alias BloomFilter::clear
         */
        public function clear(): void {}
        /** @implementation-alias BloomFilter::isReady */
        public function isReady(): bool {}
        /** @implementation-alias BloomFilter::generation */
        public function generation(): int {}
        /** @implementation-alias BloomFilter::info */
        public function info(): array {}
        /** @implementation-alias BloomFilter::reportFalsePositives */
        public function reportFalsePositives(int $count = 1): void {}
        /** @implementation-alias BloomFilter::rebuild */
        public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void {}

        /** @implementation-alias BloomFilter::shared */
        public static function shared(string $name, int $expectedItems, float $falsePositiveRate, int $windowSeconds, int $generations, ?callable $loader): RotatingFilter {}
        /** @implementation-alias BloomFilter::attach */
        public static function attach(string $name): RotatingFilter {}
        /** @implementation-alias BloomFilter::open */
        public static function open(string $path, int $expectedItems, float $falsePositiveRate, int $windowSeconds, int $generations, ?callable $loader): RotatingFilter {}
        /** @implementation-alias BloomFilter::flush */
        public function flush(): void {}

        /** @implementation-alias BloomFilter::export */
        public function export(): string {}
        /** @implementation-alias BloomFilter::import */
        public static function import(string $image): RotatingFilter {}
        /** @implementation-alias BloomFilter::save */
        public function save(string $path): void {}
        /** @implementation-alias BloomFilter::load */
        public static function load(string $path): RotatingFilter {}
        /** @implementation-alias BloomFilter::__serialize */
        public function __serialize(): array {}
        /** @implementation-alias BloomFilter::__unserialize */
        public function __unserialize(array $data): void {}
        /** @implementation-alias BloomFilter::__debugInfo */
        public function __debugInfo(): array {}
    }

    /**
     * Supports deletion in less memory than counting; has a hard capacity: add() throws FilterFullException when no place
     * is left, and the filter is then exactly as it was. Private and in files; not in shared storage (the manual says why).
     *
     * @strict-properties
     */
    final class CuckooFilter implements DeletableFilter
    {
        /** @implementation-alias BloomFilter::__construct */
        public function __construct(int $expectedItems, float $falsePositiveRate = 0.01) {}

        /**
         * What a filter of these parameters costs, without building it.
         *
         * @return array{bits: int, bytes: int, hash_count: int, bits_per_item: float, cache_lines: int, false_positive_rate: float}
         * @implementation-alias BloomFilter::plan
         */
        public static function plan(int $expectedItems, float $falsePositiveRate = 0.01): array {}

        /** @implementation-alias BloomFilter::add */
        public function add(#[\SensitiveParameter] string $item): bool {}
        /** @implementation-alias BloomFilter::addMany */
        public function addMany(#[\SensitiveParameter] iterable $items): int {}
        /** @implementation-alias BloomFilter::mightContain */
        public function mightContain(#[\SensitiveParameter] string $item): bool {}
        /** @implementation-alias BloomFilter::mightContainMany */
        public function mightContainMany(#[\SensitiveParameter] iterable $items): array {}
        /** @implementation-alias Bloom\CountingFilter::remove */
        public function remove(#[\SensitiveParameter] string $item, ?int $ifGeneration = null): bool {}
        /** @implementation-alias BloomFilter::count */
        public function count(): int {}
        /** @implementation-alias BloomFilter::clear */
        public function clear(): void {}
        /** @implementation-alias BloomFilter::isReady */
        public function isReady(): bool {}
        /** @implementation-alias BloomFilter::generation */
        public function generation(): int {}
        /** @implementation-alias BloomFilter::info */
        public function info(): array {}
        /** @implementation-alias BloomFilter::reportFalsePositives */
        public function reportFalsePositives(int $count = 1): void {}
        /** @implementation-alias BloomFilter::rebuild */
        public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void {}

        /**
         * A cuckoo filter cannot be shared: while an item moves to make room for another, other processes could miss it.
         *
         * @throws StorageException always, as open()
         * @implementation-alias BloomFilter::shared
         */
        public static function shared(string $name, int $expectedItems, float $falsePositiveRate, ?callable $loader): CuckooFilter {}
        /** @implementation-alias BloomFilter::attach */
        public static function attach(string $name): CuckooFilter {}
        /** @implementation-alias BloomFilter::open */
        public static function open(string $path, int $expectedItems, float $falsePositiveRate, ?callable $loader): CuckooFilter {}
        /** @implementation-alias BloomFilter::flush */
        public function flush(): void {}

        /** @implementation-alias BloomFilter::export */
        public function export(): string {}
        /** @implementation-alias BloomFilter::import */
        public static function import(string $image): CuckooFilter {}
        /** @implementation-alias BloomFilter::save */
        public function save(string $path): void {}
        /** @implementation-alias BloomFilter::load */
        public static function load(string $path): CuckooFilter {}
        /** @implementation-alias BloomFilter::__serialize */
        public function __serialize(): array {}
        /** @implementation-alias BloomFilter::__unserialize */
        public function __unserialize(array $data): void {}
        /** @implementation-alias BloomFilter::__debugInfo */
        public function __debugInfo(): array {}
    }

    /**
     * The named filters of this machine: what exists, what it costs, and how to remove one.
     *
     * @strict-properties
     * @not-serializable
     */
    final class SharedMemory
    {
        private function __construct() {}

        /** @return array<string, array> name => the filter's info(); one that cannot be used has the keys name, ready (false) and error */
        public static function list(): array {}

        /**
         * Directory, its filesystem, bytes used and free, limits, number of filters.
         *
         * @return array{directory: string, exists: bool, filesystem: ?string, filters: int, used_bytes: int, max_bytes: ?int, filesystem_bytes: int, available_bytes: int, mapped_bytes: int, mappings: int}
         */
        public static function info(): array {}

        public static function exists(string $name): bool {}

        /** The named filter of whatever kind. @throws NotFoundException */
        public static function attach(string $name): MembershipFilter {}

        /** @return bool false if there was none. Processes that hold it re-attach by name, or answer "might be present"; their adds throw. */
        public static function drop(string $name): bool {}
    }

    class FilterException extends \RuntimeException {}
    /** No filter of that name or path, and the call may not create one. */
    final class NotFoundException extends FilterException {}
    /** Bytes that are not a filter image, are damaged, truncated, of a newer version, or made under another hash key. */
    final class CorruptImageException extends FilterException {}
    /** Two filters, or a filter and the parameters asked for, that do not fit each other. */
    final class IncompatibleFilterException extends FilterException {}
    final class FilterFullException extends FilterException {}
    /** No space, no permission, memory_limit, unsafe directory or filesystem, lock not got in time, not ready: message names path or name, cause, remedy. */
    final class StorageException extends FilterException {}
}

namespace {

    /**
     * @strict-properties
     */
    final class BloomFilter implements \Bloom\MembershipFilter
    {
        /**
         * A filter in this process's own memory, sized so that after n distinct items the
         * false-positive rate is at most p.
         *
         * @param int   $expectedItems     n, at least 1
         * @param float $falsePositiveRate p, 1e-9 to 0.5
         * @throws \ValueError out of range, or more bits than this build can address
         * @throws \Bloom\StorageException it would exceed memory_limit (checked before allocating)
         */
        public function __construct(int $expectedItems, float $falsePositiveRate = 0.01) {}

        /**
         * What a filter of these parameters costs, without building it.
         *
         * @return array{bits: int, bytes: int, hash_count: int, bits_per_item: float, cache_lines: int, false_positive_rate: float}
         */
        public static function plan(int $expectedItems, float $falsePositiveRate = 0.01): array {}

        public function add(#[\SensitiveParameter] string $item): bool {}
        public function addMany(#[\SensitiveParameter] iterable $items): int {}
        public function mightContain(#[\SensitiveParameter] string $item): bool {}
        public function mightContainMany(#[\SensitiveParameter] iterable $items): array {}
        public function count(): int {}
        /** In shared storage: a rebuild with an empty loader. */
        public function clear(): void {}
        public function isReady(): bool {}
        public function generation(): int {}
        public function info(): array {}
        public function reportFalsePositives(int $count = 1): void {}
        public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void {}

        /** Size of the bit array in KiB (1024 bytes), two decimals. */
        public function getBitsSizeKB(): float {}

        /** Expected false-positive rate of this filter after $insertedItems distinct items; in [0, 1], monotone. */
        public function estimateFalsePositiveRate(int $insertedItems): float {}

        // -- storage shared between processes ---------------------------------------------------

        /**
         * The named filter of this machine, created if it does not exist yet. FPM workers, CLI scripts
         * and cron jobs that use the same bloom.shm_dir see the same bits at once.
         *
         * A filter for which no load has ever completed is not ready: mightContain() answers true ("ask the source
         * of truth") in every process until the loader, run by exactly one of them, has returned. If that
         * process dies or the loader throws, a later call runs it again (not sooner than bloom.load_retry seconds).
         * $loader null says on purpose: this set rightly starts empty, and is ready at once.
         *
         * n and p are minimums: an existing filter with n at least and p at most as asked is attached. A lesser one is
         * rebuilt by one process to the larger n and smaller p while it goes on answering; with a null loader
         * that is an IncompatibleFilterException that names both sizes and the way out.
         *
         * @param callable|null $loader called with the filter; adds everything it must know
         * @throws \Bloom\IncompatibleFilterException another kind, another hash key, or too small with a null loader
         * @throws \Bloom\StorageException
         */
        public static function shared(string $name, int $expectedItems, float $falsePositiveRate, ?callable $loader): BloomFilter {}

        /**
         * The named filter, whatever its size; never creates.
         *
         * @throws \Bloom\NotFoundException naming the directory and the user, and a filter of that name elsewhere if there is one
         */
        public static function attach(string $name): BloomFilter {}

        /** Like shared(), in a file of the caller's choice, which then survives a reboot. Respects open_basedir. */
        public static function open(string $path, int $expectedItems, float $falsePositiveRate, ?callable $loader): BloomFilter {}

        /** Make every add so far survive a power failure (file-backed filters; a no-op for others). */
        public function flush(): void {}

        // -- algebra -----------------------------------------------------------------------------

        public function isCompatibleWith(BloomFilter $other): bool {}

        /** Bitwise OR of $other into this filter. @throws \Bloom\IncompatibleFilterException and nothing changes */
        public function merge(BloomFilter $other): void {}

        // -- persistence ---------------------------------------------------------------------------

        /** The filter as a byte string: versioned, checksummed, the same on every platform. Throws while not ready, as do save, clone and merging from it. */
        public function export(): string {}

        /** @throws \Bloom\CorruptImageException */
        public static function import(string $image): BloomFilter {}

        /** Write export() to a file, streaming. A local file is replaced atomically (old or new, never a part, and durable); stream wrappers work as far as they can. */
        public function save(string $path): void {}

        /** A private copy of a saved filter. */
        public static function load(string $path): BloomFilter {}

        /** Private filters only: serializing a shared one throws and names export(). */
        public function __serialize(): array {}
        public function __unserialize(array $data): void {}
        public function __debugInfo(): array {}
    }
}
