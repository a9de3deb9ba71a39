<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\ReadThrough;

use Bloom\StorageException;
use Bloom\Toolkit\ReadThrough;
use Bloom\Toolkit\ReadThrough\Entry;
use Bloom\Toolkit\Tests\Support\RedisServer;
use Bloom\Toolkit\Tests\Support\SpyCache;
use Bloom\Toolkit\Tests\Support\SpyLogger;
use Bloom\Toolkit\Tests\Support\StubDeletableFilter;
use Bloom\Toolkit\Tests\Support\StubFilter;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Psr\SimpleCache\CacheInterface;
use Random\Engine;
use Random\Randomizer;
use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Psr16Cache;
use Symfony\Component\Clock\MockClock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\LockInterface;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RedisStore;

/** The guard in one process, over a table of SQLite; see ProcessesTest for several. */
final class ReadThroughTest extends TestCase
{
    /** Of "lamp". */
    private const DIGEST = 'yY6F8kkALwMGjiph4aHfXA2wNdbN9B0A_2BW7WMGCUc';

    private StubFilter $filter;
    private \PDO $database;
    private MockClock $clock;
    private SpyLogger $logger;
    private SpyCache $cache;
    private LockFactory $locks;
    /** @var ?\Closure(): mixed run by a query, after the row was read */
    private ?\Closure $onQuery = null;
    private int $queries = 0;

    protected function setUp(): void
    {
        $this->filter = new StubFilter();
        $this->database = new \PDO('sqlite::memory:');
        $this->database->exec('CREATE TABLE products (sku TEXT NOT NULL UNIQUE, name TEXT NOT NULL)');
        $this->clock = new MockClock('2026-01-01 00:00:00 UTC');
        $this->logger = new SpyLogger();
        $this->cache = new SpyCache($this->clock);
        $this->locks = new LockFactory(new InMemoryStore());
    }

    protected function tearDown(): void
    {
        foreach ($this->logger->records as [, $message]) {
            self::assertStringNotContainsString('lamp', strtolower($message));
        }
    }

    public function testADefinitelyAbsentKeyCostsNeitherTheSourceNorTheCache(): void
    {
        $cache = $this->createMock(CacheInterface::class);
        $cache->expects(self::never())->method(self::anything());

        self::assertNull($this->fetch('nothing', $this->guard(cache: $cache)));
        self::assertSame(0, $this->queries);
        self::assertSame(0, $this->filter->falsePositives);
    }

    public function testARowComesFromTheSourceOnceAndThenFromTheCacheUntilItsLifetimeEnds(): void
    {
        $this->write('lamp');

        self::assertSame('lamp 1', $this->fetch('lamp'));
        self::assertSame('lamp 1', $this->fetch('lamp'));
        self::assertSame(1, $this->queries);
        $this->clock->sleep(60);
        self::assertSame('lamp 1', $this->fetch('lamp'));
        self::assertSame(2, $this->queries);
    }

    /** @param array{int|\DateInterval|null, int} $lifetime ttl and seconds for which it is cached */
    #[DataProvider('lifetimes')]
    public function testALifetimeCanBeGivenInEveryForm(array $lifetime): void
    {
        $this->write('lamp');
        $this->fetch('lamp', ttl: $lifetime[0]);
        if ($lifetime[1] > 0) {
            $this->clock->sleep($lifetime[1] - 1);
            $this->fetch('lamp', ttl: $lifetime[0]);
            self::assertSame(1, $this->queries);
        }
        $this->clock->sleep(1);
        $this->fetch('lamp', ttl: $lifetime[0]);

        self::assertSame($lifetime[0] === null ? 1 : 2, $this->queries);
    }

    /** @return array<string, array{array{int|\DateInterval|null, int}}> */
    public static function lifetimes(): array
    {
        return [
            'seconds' => [[90, 90]],
            'interval' => [[new \DateInterval('PT2M'), 120]],
            'none' => [[0, 0]],
            'negative' => [[-5, 0]],
            'negative interval' => [[\DateInterval::createFromDateString('-1 day'), 0]],
            'as the cache likes' => [[null, 1_000_000]],
        ];
    }

    #[DataProvider('falsyValues')]
    public function testFalsyValuesAreValues(mixed $value): void
    {
        $this->filter->add('k');
        $load = function () use ($value): mixed {
            $this->queries++;

            return $value;
        };
        $guard = $this->guard();

        self::assertSame($value, $guard->fetch('k', $load, 60));
        self::assertSame($value, $guard->fetch('k', $load, 60));
        self::assertSame(1, $this->queries);
    }

    /** @return list<array{mixed}> */
    public static function falsyValues(): array
    {
        return [[false], [0], [''], [[]]];
    }

    public function testAFalsePositiveIsReportedAndItsAbsenceCachedBriefly(): void
    {
        $this->filter->add('stale');

        self::assertNull($this->fetch('stale'));
        self::assertSame(1, $this->filter->falsePositives);
        self::assertNull($this->fetch('stale'));
        self::assertSame(1, $this->queries);
        $this->clock->sleep(30);
        self::assertNull($this->fetch('stale'));
        self::assertSame(2, $this->queries);
    }

    public function testWhileTheFilterIsNotReadyTheSourceDecidesAndNothingIsReported(): void
    {
        $this->insert('lamp');
        $this->filter->setReady(false);

        self::assertSame('lamp 1', $this->fetch('lamp'));
        self::assertNull($this->fetch('nothing'));
        self::assertSame(0, $this->filter->falsePositives);
    }

    public function testAFilterThatCannotBeAskedIsPassedByAndLogged(): void
    {
        $this->insert('lamp');
        $this->filter->isBroken = true;

        self::assertSame('lamp 1', $this->fetch('lamp'));
        self::assertSame('error', $this->logger->records[0][0]);
    }

    public function testKeysMayHoldWhatCacheKeysMustNot(): void
    {
        $key = "{a}/b@c:d\0" . str_repeat('é', 500);
        $this->write($key);
        $this->fetch($key);

        self::assertSame("{$key} 1", $this->fetch($key));
        self::assertSame(1, $this->queries);
    }

    public function testRowsThatDifferInCaseAreNotConfusedAndBothReadAnewAfterAWrite(): void
    {
        $this->write('lamp');
        $this->write('LAMP');
        self::assertSame('lamp 1', $this->fetch('lamp'));
        self::assertSame('LAMP 1', $this->fetch('LAMP'));
        $this->guard()->write('lamp', fn() => $this->database->exec("UPDATE products SET name = 'new ' || sku"));

        self::assertSame('new LAMP', $this->fetch('LAMP'));
        self::assertSame('new lamp', $this->fetch('lamp'));
    }

    public function testASpellingThatTheColumnTakesForEqualIsFound(): void
    {
        $this->database->exec('CREATE TABLE folded (sku TEXT COLLATE NOCASE)');
        $this->guard()->write('Lamp', fn() => $this->database->exec("INSERT INTO folded VALUES ('Lamp')"));
        $load = function (): mixed {
            $found = $this->database->query("SELECT sku FROM folded WHERE sku = 'LAMP'");
            self::assertNotFalse($found);

            return $found->fetchColumn();
        };

        self::assertSame('Lamp', $this->guard()->fetch('LAMP', $load, 60));
    }

    public function testTwoGuardsOfOneCacheDoNotMixTheirRows(): void
    {
        $this->write('lamp');
        $this->fetch('lamp');

        self::assertSame('other', $this->guard(name: 'other')->fetch('lamp', static fn(): string => 'other', 60));
    }

    public function testWhatElseIsInTheCacheIsAMiss(): void
    {
        $this->write('lamp');
        $cache = self::createStub(CacheInterface::class);
        $cache->method('get')->willReturn(['spelling' => 'lamp', 'value' => 'forged']);

        self::assertSame('lamp 1', $this->fetch('lamp', $this->guard(cache: $cache)));
    }

    public function testAnExceptionOfTheSourceIsPassedOn(): void
    {
        $this->write('lamp');
        $this->fetch('lamp');
        $this->clock->sleep(60);
        $this->onQuery = static fn(): never => throw new \DomainException('down');
        $this->expectExceptionMessage('down');
        $this->fetch('lamp');
    }

    public function testIfAskedForAStaleValueIsReturnedWhileTheSourceFails(): void
    {
        $guard = $this->guard(staleSeconds: 100);
        $this->write('lamp');
        $this->fetch('lamp', $guard);
        $this->onQuery = static fn(): never => throw new \DomainException('down');
        $this->clock->sleep(159);

        self::assertSame('lamp 1', $this->fetch('lamp', $guard));
        self::assertSame(2, $this->queries, 'It was tried');
        $this->clock->sleep(1);
        $this->expectExceptionMessage('down');
        $this->fetch('lamp', $guard);
    }

    public function testWhatTheCacheKeepsTooLongIsNotUsed(): void
    {
        $guard = $this->guard(cache: new SpyCache());
        $this->filter->add('lamp');
        self::assertNull($this->fetch('lamp', $guard));
        $this->insert('lamp');
        $this->clock->sleep(30);
        self::assertSame('lamp 1', $this->fetch('lamp', $guard));
        $this->clock->sleep(60);
        $this->onQuery = static fn(): never => throw new \DomainException('down');
        $this->expectExceptionMessage('down');
        $this->fetch('lamp', $guard);
    }

    public function testAStaleValueIsNotReturnedWhileTheSourceWorks(): void
    {
        $guard = $this->guard(staleSeconds: 100);
        $this->write('lamp');
        $this->fetch('lamp', $guard);
        $this->database->exec("UPDATE products SET name = 'new'");
        $this->clock->sleep(60);

        self::assertSame('new', $this->fetch('lamp', $guard));
    }

    /** @param float $share the random number, of an exponential distribution's: -ln is what counts */
    #[DataProvider('refreshes')]
    public function testAValueIsLoadedAgainBeforeItsLifetimeEndsByARandomTime(float $share, int $seconds, bool $isDue): void
    {
        $guard = $this->guard(share: $share);
        $this->write('lamp');
        $this->onQuery = fn() => $this->clock->sleep(4);
        $this->fetch('lamp', $guard); // fresh for 60 s from its end
        $this->clock->sleep($seconds);
        $this->fetch('lamp', $guard);

        self::assertSame($isDue ? 2 : 1, $this->queries);
    }

    /** @return list<array{float, int, bool}> */
    public static function refreshes(): array
    {
        return [
            [exp(-1), 55, false], // one time what it took: 4 s before
            [exp(-1), 57, true],
            [exp(-5), 39, false], // 20 s before
            [exp(-5), 41, true],
            [1.0, 59, false],
        ];
    }

    public function testWhoDoesNotRefreshEarlyGetsTheValueThatIsThere(): void
    {
        $this->write('lamp');
        $this->onQuery = fn() => $this->clock->sleep(4);
        $this->fetch('lamp');
        $this->clock->sleep(59);
        $this->onQuery = function (): void {
            $this->onQuery = null;
            self::assertSame('lamp 1', $this->fetch('lamp', $this->guard(share: exp(-1), waitSeconds: 0.2)));
        };
        $this->fetch('lamp', $this->guard(share: exp(-1)));

        self::assertSame(2, $this->queries);
    }

    public function testAnEarlyRefreshThatFailsCostsNothing(): void
    {
        $this->write('lamp');
        $this->onQuery = fn() => $this->clock->sleep(4);
        $this->fetch('lamp');
        $this->clock->sleep(59);
        $this->onQuery = static fn(): never => throw new \DomainException('down');

        self::assertSame('lamp 1', $this->fetch('lamp', $this->guard(share: exp(-1))));
    }

    public function testWhoWaitsTooLongForAnotherLoadsButStoresNothing(): void
    {
        $this->write('lamp');
        $key = $this->holdLock();
        self::assertSame('lamp 1', $this->fetch('lamp', $this->guard(waitSeconds: 0.0)));
        $key->release();
        $this->fetch('lamp');

        self::assertSame(2, $this->queries);
    }

    #[DataProvider('ends')]
    public function testWhoFindsTheValueOnceTheLockIsHadDoesNotLoadIt(?float $freshUntil): void
    {
        $this->filter->add('lamp');
        $cache = self::createStub(CacheInterface::class);
        $cache->method('get')->willReturnOnConsecutiveCalls(null, (new Entry(self::DIGEST, 'Lamp', $freshUntil, 0.1))->forCache());

        self::assertSame('Lamp', $this->fetch('lamp', $this->guard(cache: $cache)));
        self::assertSame(0, $this->queries);
    }

    /** @return list<array{?float}> */
    public static function ends(): array
    {
        return [[4e9], [null]];
    }

    public function testALoaderThatFetchesItsOwnKeyEnds(): void
    {
        $this->write('lamp');
        $guard = $this->guard(waitSeconds: 0.0);
        $this->onQuery = function () use ($guard): void {
            $this->onQuery = null;
            $this->fetch('lamp', $guard);
        };

        self::assertSame('lamp 1', $this->fetch('lamp', $guard));
    }

    public function testTheLockIsFreeAfterALoadThatFailed(): void
    {
        $this->write('lamp');
        $this->onQuery = static fn(): never => throw new \DomainException('down');
        try {
            $this->fetch('lamp');
            self::fail('Passed');
        } catch (\DomainException) {
            $this->holdLock()->release();
        }
    }

    public function testWithoutLocksTheSourceIsAskedAndNothingStored(): void
    {
        $store = self::createStub(PersistingStoreInterface::class);
        $store->method('save')->willThrowException(new \RuntimeException('The lock server is down'));
        $this->write('lamp');
        $guard = $this->guard(locks: new LockFactory($store));

        self::assertSame('lamp 1', $this->fetch('lamp', $guard));
        self::assertSame('lamp 1', $this->fetch('lamp', $guard));
        self::assertSame(2, $this->queries);
    }

    public function testWithoutACacheTheSourceIsAsked(): void
    {
        $cache = self::createStub(CacheInterface::class);
        foreach (['get', 'set', 'delete'] as $method) {
            $cache->method($method)->willThrowException(new \RuntimeException('The cache is down'));
        }
        $guard = $this->guard(cache: $cache);
        $guard->write('lamp', fn() => $this->insert('lamp'));

        self::assertSame('lamp 1', $this->fetch('lamp', $guard));
        self::assertNull($this->fetch('other', $guard));
    }

    public function testTheFilterLearnsAKeyBeforeAndAfterTheCommit(): void
    {
        $known = $this->guard()->write('lamp', function (): int {
            $known = $this->filter->count();
            $this->filter->rebuild(static fn(): bool => true); // that has read the table before the commit
            $this->insert('lamp');

            return $known;
        });

        self::assertSame(1, $known);
        self::assertSame('lamp 1', $this->fetch('lamp'));
    }

    public function testWithoutAFilterThatTakesTheKeyNothingIsWritten(): void
    {
        $this->filter->isBroken = true;
        $this->expectException(StorageException::class);
        $this->guard()->write('lamp', static fn(): never => self::fail('Written'));
    }

    public function testACommitWhoseAnswerIsLostMayHaveHappened(): void
    {
        $this->filter->add('lamp');
        self::assertNull($this->fetch('lamp'));
        try {
            $this->guard()->write('lamp', function (): never {
                $this->filter->rebuild(static fn(): bool => true);
                $this->insert('lamp');
                throw new \DomainException('Connection lost');
            });
        } catch (\DomainException) {
            self::assertSame('lamp 1', $this->fetch('lamp'));
        }
    }

    public function testAfterAWriteTheKeyIsReadAnew(): void
    {
        $this->write('lamp');
        $this->fetch('lamp');
        $this->guard()->write('lamp', fn() => $this->database->exec("UPDATE products SET name = 'new'"));

        self::assertSame('new', $this->fetch('lamp'));
    }

    public function testAfterForgetTheKeyIsReadAnew(): void
    {
        $this->write('lamp');
        $this->fetch('lamp');
        $this->database->exec("UPDATE products SET name = 'new'");
        $this->guard()->forget('lamp');

        self::assertSame('new', $this->fetch('lamp'));
    }

    public function testDuringAWriteAValueThatIsCachedStaysInUse(): void
    {
        $this->write('lamp');
        $this->fetch('lamp');
        $this->guard()->write('lamp', fn() => self::assertSame('lamp 1', $this->fetch('lamp')));

        self::assertSame(1, $this->queries);
    }

    public function testAnAbsenceThatWasCachedBeforeAWriteHidesNothingFromItsCommitOn(): void
    {
        $this->filter->add('lamp');
        self::assertNull($this->fetch('lamp'));
        $this->guard()->write('lamp', function (): void {
            self::assertNull($this->fetch('lamp')); // before the commit
            $this->insert('lamp');
            self::assertSame('lamp 1', $this->fetch('lamp'), 'If the writer is killed here');
        });
    }

    public function testWhatAReaderReadBeforeTheCommitIsNotStoredAfterIt(): void
    {
        $this->filter->add('lamp');
        $this->onQuery = function (): void {
            $this->onQuery = null;
            $this->expectWaiting('lamp'); // the reader has read, and not stored yet
        };
        self::assertNull($this->fetch('lamp'));
        $this->write('lamp');

        self::assertSame('lamp 1', $this->fetch('lamp'));
    }

    public function testAWriteLongerThanTheLongestTransactionIsAnError(): void
    {
        $this->guard(longestTransactionSeconds: 0)->write('lamp', static fn(): bool => true);

        self::assertStringContainsString('longestTransactionSeconds', $this->logger->records[0][1]);
    }

    public function testAFilterThatCountsLearnsAKeyOnce(): void
    {
        $filter = new StubDeletableFilter();
        $this->guard(filter: $filter)->write('lamp', static fn(): bool => true);

        self::assertSame(['lamp'], $filter->adds);
    }

    /** @param \Closure(StubDeletableFilter): mixed $meanwhile */
    #[DataProvider('rebuilds')]
    public function testAFilterThatCountsLearnsAKeyTwiceIfARebuildMayHaveMissedTheFirst(\Closure $meanwhile): void
    {
        $filter = new StubDeletableFilter();
        $this->guard(filter: $filter)->write('lamp', static fn() => $meanwhile($filter));

        self::assertSame(['lamp', 'lamp'], $filter->adds);
    }

    /** @return array<string, array{\Closure(StubDeletableFilter): mixed}> */
    public static function rebuilds(): array
    {
        return [
            'rebuilt' => [static fn(StubDeletableFilter $filter) => $filter->generation++],
            'being rebuilt' => [static fn(StubDeletableFilter $filter) => $filter->info['loading_pid'] = 1],
            'dropped and made anew' => [static fn(StubDeletableFilter $filter) => $filter->info['created_at'] = 1],
        ];
    }

    public function testADeletedKeyIsTakenOutOnceByTheGenerationFromBeforeTheDelete(): void
    {
        $filter = new StubDeletableFilter();
        $guard = $this->guard(filter: $filter);
        $guard->write('Lamp', fn() => $this->insert('Lamp'));
        $this->fetch('Lamp', $guard);

        self::assertSame(1, $guard->delete('Lamp', $this->deleteAll(...)));
        self::assertSame([['lamp', 1]], $filter->removes);
        self::assertNull($this->fetch('Lamp', $guard));
    }

    public function testAKeyWhoseDeleteFoundNoRowStays(): void
    {
        $filter = new StubDeletableFilter();

        self::assertSame(0, $this->guard(filter: $filter)->delete('lamp', $this->deleteAll(...)));
        self::assertSame([], $filter->removes);
    }

    /** @param \Closure(StubDeletableFilter): mixed $meanwhile */
    #[DataProvider('replacements')]
    public function testAKeyStaysIfTheFilterWasReplacedSinceBeforeTheDelete(\Closure $meanwhile): void
    {
        $filter = new StubDeletableFilter();
        $this->guard(filter: $filter)->delete('lamp', static function () use ($filter, $meanwhile): int {
            $meanwhile($filter);

            return 1;
        });

        self::assertSame([], $filter->removes);
    }

    /** @return array<string, array{\Closure(StubDeletableFilter): mixed}> */
    public static function replacements(): array
    {
        return array_diff_key(self::rebuilds(), ['being rebuilt' => true]);
    }

    public function testARemoveThatFailsIsLoggedAndNotTriedAgain(): void
    {
        $filter = new StubDeletableFilter(isReady: false);

        self::assertSame(1, $this->guard(filter: $filter)->delete('lamp', static fn(): int => 1));
        self::assertCount(1, $filter->removes);
        self::assertCount(1, $this->logger->records);
    }

    public function testADeleteThatFailsTakesNothingOut(): void
    {
        $filter = new StubDeletableFilter();
        try {
            $this->guard(filter: $filter)->delete('lamp', static fn(): never => throw new \DomainException('Connection lost'));
        } catch (\DomainException) {
            self::assertSame([], $filter->removes);
        }
    }

    public function testWithAFilterThatCannotForgetADeleteLeavesTheKey(): void
    {
        $this->write('lamp');
        $this->fetch('lamp');

        self::assertSame(1, $this->guard()->delete('lamp', $this->deleteAll(...)));
        self::assertNull($this->fetch('lamp'));
        self::assertSame(1, $this->filter->falsePositives);
    }

    public function testLoadingFillsTheFilterInItsFormAndDropsWhatWasDeleted(): void
    {
        $this->filter->add('deleted');
        $this->guard(longestTransactionSeconds: 0)->load(static fn(): array => ['Lamp', 17]);

        self::assertTrue($this->filter->mightContain('lamp'));
        self::assertTrue($this->filter->mightContain('17'));
        self::assertFalse($this->filter->mightContain('deleted'));
    }

    public function testAnotherFormCanBeGiven(): void
    {
        $guard = $this->guard(longestTransactionSeconds: 0, normalise: static fn(string $key): string => str_replace('-', '', $key));
        $guard->load(static fn(): array => ['a-b']);

        self::assertSame('row', $guard->fetch('ab', static fn(): string => 'row', 60));
        self::assertNull($guard->fetch('AB', static fn(): string => 'row', 60));
    }

    /** @param \Closure(self): mixed $construct */
    #[DataProvider('wrongArguments')]
    public function testWrongArgumentsAreRefused(\Closure $construct): void
    {
        $this->expectException(\InvalidArgumentException::class);
        $construct($this);
    }

    /** @return list<array{\Closure(self): mixed}> */
    public static function wrongArguments(): array
    {
        return [
            [static fn(self $test) => $test->guard(name: '')],
            [static fn(self $test) => $test->guard(name: 'a:b')],
            [static fn(self $test) => $test->guard(name: str_repeat('a', 21))],
            [static fn(self $test) => $test->guard(longestTransactionSeconds: -1)],
            [static fn(self $test) => $test->guard(staleSeconds: -1)],
            [static fn(self $test) => $test->guard(waitSeconds: -0.5)],
        ];
    }

    /** @param ?\Closure(string): string $normalise */
    private function guard(
        ?CacheInterface $cache = null,
        ?StubFilter $filter = null,
        ?LockFactory $locks = null,
        string $name = 'product',
        int $longestTransactionSeconds = 5,
        ?\Closure $normalise = null,
        int $staleSeconds = 0,
        float $waitSeconds = 5.0,
        float $share = 1.0,
    ): ReadThrough {
        return new ReadThrough(
            $cache ?? $this->cache,
            $filter ?? $this->filter,
            $locks ?? $this->locks,
            $name,
            $longestTransactionSeconds,
            $normalise,
            $this->logger,
            $this->clock,
            staleSeconds: $staleSeconds,
            waitSeconds: $waitSeconds,
            randomizer: new Randomizer(new class ($share) implements Engine {
                public function __construct(private readonly float $share) {}

                /** Randomizer::getInt(1, 1 << 30) takes the remainder of this by 1 << 30, plus 1. */
                public function generate(): string
                {
                    return pack('V', (int) ($this->share * (1 << 30)) - 1);
                }
            }),
        );
    }

    private function fetch(string $sku, ?ReadThrough $guard = null, int|\DateInterval|null $ttl = 60): mixed
    {
        return ($guard ?? $this->guard())->fetch($sku, function () use ($sku): ?string {
            $this->queries++;
            $query = $this->database->prepare('SELECT name FROM products WHERE sku = ?');
            $query->execute([$sku]);
            $name = $query->fetchColumn();
            ($this->onQuery ?? static fn(): bool => true)();

            return \is_string($name) ? $name : null;
        }, $ttl);
    }

    private function write(string $sku): void
    {
        $this->guard()->write($sku, fn() => $this->insert($sku));
    }

    public function testCacheAndLocksCanBeInOneRedis(): void
    {
        $redis = RedisServer::connect(RedisServer::socket());
        $redis->flushAll();
        $guard = $this->guard(new Psr16Cache(new RedisAdapter($redis)), locks: new LockFactory(new RedisStore($redis)), waitSeconds: 0.0);
        for ($i = 0; $i < 2; $i++) { // with and without the value in the cache
            $guard->write('lamp', fn(): int => (int) $this->database->exec("INSERT OR REPLACE INTO products VALUES ('lamp', 'lamp 1')"));
            self::assertSame('lamp 1', $this->fetch('lamp', $guard));
        }

        self::assertSame(2, $this->queries);
        self::assertSame([], $this->logger->records);
    }

    private function insert(string $sku): void
    {
        $this->database->prepare('INSERT INTO products VALUES (?, ?)')->execute([$sku, "{$sku} 1"]);
    }

    private function deleteAll(): int
    {
        return (int) $this->database->exec('DELETE FROM products');
    }

    /** The lock of "lamp". */
    private function holdLock(): LockInterface
    {
        $lock = $this->locks->createLock('product.' . self::DIGEST . '.lock');
        self::assertTrue($lock->acquire());

        return $lock;
    }

    /** A writer cannot take its turn with the cache now. */
    private function expectWaiting(string $sku): void
    {
        $this->guard(waitSeconds: 0.0)->forget($sku);
        self::assertStringContainsString('takes long', $this->logger->records[0][1]);
        $this->logger->records = [];
    }
}
