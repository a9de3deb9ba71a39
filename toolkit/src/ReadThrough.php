<?php

declare(strict_types=1);

namespace Bloom\Toolkit;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Filter\AnsweredBy;
use Bloom\Toolkit\Filter\Gate;
use Bloom\Toolkit\Filter\RowWriter;
use Bloom\Toolkit\ReadThrough\Entry;
use Bloom\Toolkit\Revocation\SystemClock;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;
use Psr\SimpleCache\CacheInterface;
use Random\Randomizer;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\LockInterface;

/**
 * Reads rows of a database through a filter of the keys that exist and a cache: what is definitely absent costs neither the
 * cache nor the database a query, and of many processes that miss one key at once, one asks the database.
 *
 * Whoever stores something in the cache holds the key's lock, and so does whoever takes it out after a write. So nothing
 * that was read before a commit is stored after it.
 */
final readonly class ReadThrough
{
    /** @var \Closure(string): string */
    private \Closure $normalise;
    private Gate $gate;
    private RowWriter $rows;

    /**
     * @param CacheInterface            $cache                     shared as widely as the filter, or less
     * @param LockFactory               $locks                     with a store that is shared as widely as the cache
     * @param string                    $name                      of 1 to 20 letters, digits, "_" and "."; another one for each guard of the
     *                                                             same cache or lock store
     * @param int                       $longestTransactionSeconds how long a write() may take at most
     * @param ?\Closure(string): string $normalise                 at least as coarse as the column's equality; Normalise::caseless() if null
     * @param int                       $absentSeconds             how long the cache holds that a key is not there; 0: not at all
     * @param int                       $staleSeconds              for how long after its lifetime a value is returned if the source fails
     * @param float                     $earlyRefresh              how early values are loaded again: by an exponentially distributed random
     *                                                             time, whose mean is this times what the load took; 0: never
     * @param float                     $waitSeconds               how long to wait at most for another process that loads the key
     * @param float                     $lockSeconds               after which a lock ends by itself in stores where locks expire: longer than
     *                                                             any load takes
     */
    public function __construct(
        private CacheInterface $cache,
        private MembershipFilter $filter,
        private LockFactory $locks,
        private string $name,
        private int $longestTransactionSeconds,
        ?\Closure $normalise = null,
        private LoggerInterface $logger = new NullLogger(),
        private ClockInterface $clock = new SystemClock(),
        private int $absentSeconds = 30,
        private int $staleSeconds = 0,
        private float $earlyRefresh = 1.0,
        private float $waitSeconds = 5.0,
        private float $lockSeconds = 30.0,
        private Randomizer $randomizer = new Randomizer(),
    ) {
        if (preg_match('/^[A-Za-z0-9_.]{1,20}$/D', $name) !== 1) {
            throw new \InvalidArgumentException('The name must have 1 to 20 letters, digits, "_" and "."');
        }
        if (min($longestTransactionSeconds, $absentSeconds, $staleSeconds, $earlyRefresh, $waitSeconds) < 0 || $lockSeconds <= 0) {
            throw new \InvalidArgumentException('Times must not be negative, and that of a lock must be positive');
        }
        $this->normalise = $normalise ?? Normalise::caseless(...);
        $this->gate = new Gate($filter, $logger, 'The filter of known keys cannot be asked; asking cache and source');
        $this->rows = new RowWriter($filter, $logger);
    }

    /**
     * The row of this key, from the cache or else from the loader; null if there is none.
     *
     * @template T
     *
     * @param callable(): (T|null)   $loader asks the database; null: no such row
     * @param int|\DateInterval|null $ttl    as of PSR-16's set(): 0 or less stores nothing; null leaves it to the cache
     *
     * @return T|null
     *
     * @throws \Throwable what the loader throws
     */
    public function fetch(#[\SensitiveParameter] string $key, callable $loader, int|\DateInterval|null $ttl): mixed
    {
        $form = ($this->normalise)($key);
        $question = $this->gate->ask($form);
        if ($question === null) {
            return null;
        }
        $load = static function () use ($loader, $question): mixed {
            $value = $loader();
            $question->settle($value !== null);

            return $value;
        };
        /** @var T|null $value */
        $value = $this->cachedOrLoaded($this->id($form), self::digest($key), $load, $this->seconds($ttl));
        $question->settle($value !== null, AnsweredBy::Cache);

        return $value;
    }

    /**
     * Adds the key to the filter, runs the commit, and adds it again; then the key is read anew. So neither readers nor a
     * rebuild under way miss the row, even if this process is killed at any point.
     *
     * Of a filter that counts adds, the second add is left out unless a rebuild may have missed the first: write() one key as often
     * as it will be deleted, and after an UPDATE just forget() it.
     *
     * @template T
     *
     * @param callable(): T $commit returns when the row is committed
     *
     * @return T
     *
     * @throws \Bloom\FilterException the filter cannot take the key: before the commit, which then does not run, or after it
     * @throws \Throwable what the commit throws; the key stays in the filter, since the row may be there nevertheless
     */
    public function write(#[\SensitiveParameter] string $key, callable $commit): mixed
    {
        $form = ($this->normalise)($key);
        $id = $this->id($form);
        $this->announceWrite($id, self::digest($key));
        $begin = hrtime(true);
        $timed = function () use ($commit, $begin): mixed {
            $result = $commit();
            if (hrtime(true) - $begin > $this->longestTransactionSeconds * 1e9) {
                $this->logger->error('A write took longer than longestTransactionSeconds: a rebuild could have missed it; raise that');
            }

            return $result;
        };
        try {
            return $this->rows->write($form, $timed);
        } finally {
            $this->forgetId($id);
        }
    }

    /**
     * Runs the delete, and takes the key out of a filter that can forget, if it deleted a row; then the key is read anew.
     *
     * The key is taken out once at most, and never if the filter was rebuilt meanwhile or fails: what stays costs a query,
     * what is taken out too often would hide others. So every row must have come in through write() or a load.
     *
     * @param callable(): int $delete returns, when that is committed, how many rows it deleted
     *
     * @return int how many rows were deleted
     *
     * @throws \Throwable what the delete throws; the filter then stays as it is
     */
    public function delete(#[\SensitiveParameter] string $key, callable $delete): int
    {
        $form = ($this->normalise)($key);
        try {
            return $this->rows->delete($form, $delete);
        } finally {
            $this->forgetId($this->id($form));
        }
    }

    /** Takes the key out of the cache, so that it is read anew: to be called after an UPDATE that is committed. */
    public function forget(#[\SensitiveParameter] string $key): void
    {
        $this->forgetId($this->id(($this->normalise)($key)));
    }

    /**
     * Builds the filter anew from the database, and so forgets what was deleted there. To be run regularly. First it waits
     * out the longest transaction.
     *
     * @param callable(): iterable<string|int|null> $keys all keys of the table
     */
    public function load(callable $keys, ?int $expectedItems = null): void
    {
        $this->filter->rebuild(self::loader($keys, $this->longestTransactionSeconds, $this->normalise), $expectedItems);
    }

    /**
     * What fills a filter with the keys that exist, to be passed to BloomFilter::shared() or rebuild(). It first waits out
     * the longest transaction, so that it sees the row of a writer that had added its key before the rebuild began, and
     * is killed between its commit and its second add.
     *
     * @param callable(): iterable<string|int|null> $keys      all keys of the table, read when it is called and not before
     * @param ?\Closure(string): string        $normalise as the guard's
     *
     * @return \Closure(MembershipFilter): void
     */
    public static function loader(callable $keys, int $longestTransactionSeconds, ?\Closure $normalise = null): \Closure
    {
        $normalise ??= Normalise::caseless(...);

        return static function (MembershipFilter $filter) use ($keys, $longestTransactionSeconds, $normalise): void {
            LongestTransaction::waitOut($longestTransactionSeconds);
            $forms = static function () use ($keys, $normalise): \Generator {
                foreach ($keys() as $key) {
                    yield $normalise((string) $key);
                }
            };
            $filter->addMany($forms());
        };
    }

    /** @param \Closure(): mixed $load */
    private function cachedOrLoaded(string $id, string $spelling, \Closure $load, ?int $seconds): mixed
    {
        $entry = $seen = $this->read($id);
        $isEarly = $seen !== null && $seen->answers($spelling, $this->now());
        if ($isEarly && !$this->isRefreshDue($seen)) {
            return $seen->value;
        }
        $giveUpAt = hrtime(true) + (int) ($this->waitSeconds * 1e9);
        while ($entry?->isBeingWritten() !== true) {
            $lock = $this->tryToLock($id);
            try {
                $entry = $this->read($id); // the holder of the lock may have stored it meanwhile
                if (
                    $entry !== null && $entry->answers($spelling, $this->now())
                    && (!$lock instanceof LockInterface || !$isEarly || $entry->freshUntil !== $seen->freshUntil)
                ) {
                    return $entry->value;
                }
                if ($lock instanceof LockInterface && $entry?->isBeingWritten() !== true) {
                    $loaded = $this->loadOrFallBack($spelling, $load, $seconds, $entry);
                    if ($loaded !== $entry && !$lock->isExpired()) {
                        $this->store($id, $loaded, $seconds);
                    }

                    return $loaded->value;
                }
            } finally {
                $this->release($lock);
            }
            if ($lock === false) {
                break;
            }
            if (hrtime(true) >= $giveUpAt) {
                $this->logger->warning('Another process takes long to load a key; loading it here, too');
                break;
            }
            self::pause();
        }

        // Without the lock, or while the row is being written, the value may be out of date before it could be stored.
        return $this->loadOrFallBack($spelling, $load, $seconds, $entry)->value;
    }

    /**
     * What the source says, or, if it fails, what was read from the cache before.
     *
     * @param \Closure(): mixed $load
     */
    private function loadOrFallBack(string $spelling, \Closure $load, ?int $seconds, ?Entry $fallback): Entry
    {
        $begin = $this->now();
        try {
            $value = $load();
        } catch (\Exception $exception) {
            if ($fallback?->value === null || !$fallback->answers($spelling, $begin, $this->staleSeconds)) {
                throw $exception;
            }
            $this->logger->error('The source failed; going on with what is cached', ['exception' => $exception]);

            return $fallback;
        }
        $end = $this->now();
        $lifetime = $this->lifetime($value, $seconds);

        return new Entry($spelling, $value, $lifetime === null ? null : $end + $lifetime, max(0.0, $end - $begin));
    }

    private function lifetime(mixed $value, ?int $seconds): ?int
    {
        return $value === null ? min($seconds ?? PHP_INT_MAX, $this->absentSeconds) : $seconds;
    }

    /** See Vattani, Chierichetti and Lowenstein, Optimal Probabilistic Cache Stampede Prevention, VLDB 2015. */
    private function isRefreshDue(Entry $entry): bool
    {
        if ($entry->value === null || $entry->freshUntil === null) {
            return false;
        }
        $share = $this->randomizer->getInt(1, 1 << 30) / (1 << 30);

        return $this->now() - $entry->loadSeconds * $this->earlyRefresh * log($share) >= $entry->freshUntil;
    }

    private function read(string $id): ?Entry
    {
        try {
            return Entry::fromCache($this->cache->get($id));
        } catch (\Exception $exception) {
            $this->logger->warning('The cache cannot be read', ['exception' => $exception]);

            return null;
        }
    }

    private function store(string $id, Entry $entry, ?int $seconds): void
    {
        $lifetime = $this->lifetime($entry->value, $seconds);
        if ($lifetime !== null && $lifetime <= 0) {
            return;
        }
        if ($lifetime !== null && $entry->value !== null) {
            $lifetime += $this->staleSeconds;
        }
        $this->change(fn(): bool => $this->cache->set($id, $entry->forCache(), $lifetime));
    }

    /**
     * From here on until forgetId(), that the row is not there is neither in the cache nor stored, so that readers find it from
     * its commit on, even if this process is killed before it can forget. A value that is cached may stay until then.
     */
    private function announceWrite(string $id, string $spelling): void
    {
        $this->exclusively($id, function () use ($id, $spelling): bool {
            $entry = $this->read($id);
            if ($entry?->value !== null && $entry->answers($spelling, $this->now())) {
                return true;
            }

            return $this->cache->set($id, Entry::beingWritten()->forCache(), 1 + $this->longestTransactionSeconds);
        });
    }

    private function forgetId(string $id): void
    {
        $this->exclusively($id, fn(): bool => $this->cache->delete($id));
    }

    /** @param \Closure(): bool $change of the cache, which must not come between a reader's load and its store */
    private function exclusively(string $id, \Closure $change): void
    {
        $giveUpAt = hrtime(true) + (int) ($this->waitSeconds * 1e9);
        $lock = $this->tryToLock($id);
        while ($lock === null && hrtime(true) < $giveUpAt) {
            self::pause();
            $lock = $this->tryToLock($id);
        }
        if ($lock === null) {
            $this->logger->warning('Another process takes long to load a key that is written; it may cache what it read before');
        }
        try {
            $this->change($change);
        } finally {
            $this->release($lock);
        }
    }

    /** @param \Closure(): bool $change */
    private function change(\Closure $change): void
    {
        $exception = null;
        try {
            if ($change()) {
                return;
            }
        } catch (\Exception $exception) {
        }
        $this->logger->error('The cache cannot be changed; it may hold what is out of date', ['exception' => $exception]);
    }

    /** @return LockInterface|false|null null: another has it; false: there are no locks to be had */
    private function tryToLock(string $id): LockInterface|false|null
    {
        try {
            $lock = $this->locks->createLock("{$id}.lock", $this->lockSeconds); // the cache may be in the same Redis

            return $lock->acquire() ? $lock : null;
        } catch (\Exception $exception) {
            $this->logger->error('A key cannot be locked; going on without, and storing nothing', ['exception' => $exception]);

            return false;
        }
    }

    private function release(LockInterface|false|null $lock): void
    {
        try {
            if ($lock instanceof LockInterface) {
                $lock->release();
            }
        } catch (\Exception $exception) {
            $this->logger->warning('A lock cannot be released', ['exception' => $exception]);
        }
    }

    private static function pause(): void
    {
        usleep(random_int(2_000, 10_000));
    }

    private function id(#[\SensitiveParameter] string $form): string
    {
        return $this->name . '.' . self::digest($form);
    }

    /** 43 characters that every cache takes, in place of a key that may hold any, and that may be a secret. */
    private static function digest(#[\SensitiveParameter] string $key): string
    {
        return rtrim(strtr(base64_encode(hash('sha256', $key, true)), '+/', '._'), '=');
    }

    private function seconds(int|\DateInterval|null $ttl): ?int
    {
        if (!$ttl instanceof \DateInterval) {
            return $ttl;
        }
        $now = $this->clock->now();

        return $now->add($ttl)->getTimestamp() - $now->getTimestamp();
    }

    private function now(): float
    {
        return (float) $this->clock->now()->format('U.u');
    }
}
