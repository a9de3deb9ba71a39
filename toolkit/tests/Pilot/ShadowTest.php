<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Pilot;

use Bloom\MembershipFilter;
use Bloom\Toolkit\KnownKeysCache;
use Bloom\Toolkit\KnownKeysCallbackCache;
use Bloom\Toolkit\KnownKeysPool;
use Bloom\Toolkit\Pilot\Shadow;
use Bloom\Toolkit\ReadThrough;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\Tests\Support\ArrayRevocationStore;
use Bloom\Toolkit\Tests\Support\SpyCache;
use Bloom\Toolkit\Tests\Support\SpyLogger;
use Bloom\Toolkit\Tests\Support\SpyPool;
use Bloom\Toolkit\Tests\Support\StubDeletableFilter;
use Bloom\Toolkit\Tests\Support\StubFilter;
use Bloom\Toolkit\UniqueGuard;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Random\Engine\Mt19937;
use Random\Randomizer;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Contracts\Cache\ItemInterface;

/** Every cache and guard with a filter that is tried out, which lacks a third of what is there. */
final class ShadowTest extends TestCase
{
    private const QUESTIONS = 1000;

    private SpyLogger $logger;

    protected function setUp(): void
    {
        $this->logger = new SpyLogger();
    }

    protected function tearDown(): void
    {
        foreach ($this->logger->records as [, $message, $context]) {
            unset($context['exception']);
            self::assertDoesNotMatchRegularExpression('/key\d|secret/', $message . json_encode($context));
        }
    }

    /**
     * @param \Closure(MembershipFilter, string ...): array{\Closure(string): bool, \Closure(): int} $build
     *     with a filter and what is there: reads one key (is it there?), and how many keys were asked for behind the filter
     * @param \Closure(string): string $form of a key in the filter
     */
    #[DataProvider('subjects')]
    public function testResultsAreThoseWithoutAFilterAndEveryDisagreementIsCounted(
        \Closure $build,
        string $by,
        \Closure $form,
        bool $isCached = false,
    ): void {
        $randomizer = new Randomizer(new Mt19937(42));
        $filter = new \BloomFilter(150, 0.2);
        $there = [];
        for ($i = 0; $i < 300; $i++) {
            if ($i % 2 === 0) {
                $there[] = "key{$i}";
            }
            if ($i % 3 !== 0) {
                $filter->add($form("key{$i}"));
            }
        }
        $shadow = Shadow::of(clone $filter, 'test', logger: $this->logger);
        [$read, $asked] = $build($shadow, ...$there);
        $there = array_flip($there);
        $nothing = ['questions' => 0, 'found' => 0, 'absent' => 0, 'spared' => 0, 'false_positives' => 0, 'disagreements' => 0];
        $expected = [$by => $nothing, 'cache' => $nothing];
        $seen = [];
        for ($i = 0; $i < self::QUESTIONS; $i++) {
            $key = 'key' . $randomizer->getInt(0, 999);
            $isThere = isset($there[$key]);
            self::assertSame($isThere, $read($key), $key);

            $isMaybe = $filter->mightContain($form($key));
            $figures = &$expected[$isCached && isset($seen[$key]) ? 'cache' : $by];
            $figures['questions']++;
            $figures['found'] += (int) $isThere;
            $figures['absent'] += (int) (!$isThere && !$isMaybe);
            $figures['spared'] = $figures['absent'];
            $figures['false_positives'] += (int) (!$isThere && $isMaybe);
            $figures['disagreements'] += (int) ($isThere && !$isMaybe);
            $seen[$key] = true;
        }
        unset($figures);

        self::assertSame(self::QUESTIONS, $asked(), 'Short-circuited');
        $found = $shadow->figures();
        $disagreements = 0;
        foreach ($expected as $source => $figures) {
            self::assertGreaterThan(0, min($expected[$by]), 'The traffic must have every case');
            self::assertSame($figures, array_intersect_key($found[$source] ?? $nothing, $nothing), $source);
            $disagreements += $figures['disagreements'];
        }
        self::assertCount($disagreements, $this->logger->records);
        self::assertSame(0, $found[$by]['unsure']);
        self::assertSame(0, $found[$by]['overtaken']);
    }

    /** @return iterable<string, array<mixed>> */
    public static function subjects(): iterable
    {
        yield 'KnownKeysCache::get' => self::ofCache(static fn(KnownKeysCache $cache, string $key): bool => self::isValue($key, $cache->get($key, 'default')));
        yield 'KnownKeysCache::has' => self::ofCache(static fn(KnownKeysCache $cache, string $key): bool => $cache->has($key));
        yield 'KnownKeysCache::getMultiple' => self::ofCache(static fn(KnownKeysCache $cache, string $key): bool => self::isValue(
            $key,
            [...$cache->getMultiple([$key], 'default')][$key],
        ));

        yield 'KnownKeysPool::getItem' => self::ofPool(static function (KnownKeysPool $pool, string $key): bool {
            $item = $pool->getItem($key);
            self::assertSame($item->isHit() ? "value of {$key}" : null, $item->get());

            return $item->isHit();
        });
        yield 'KnownKeysPool::getItems' => self::ofPool(static fn(KnownKeysPool $pool, string $key): bool => [...$pool->getItems([$key])][$key]->isHit());
        yield 'KnownKeysPool::hasItem' => self::ofPool(static fn(KnownKeysPool $pool, string $key): bool => $pool->hasItem($key));

        yield 'KnownKeysCallbackCache::get' => [static function (MembershipFilter $filter, string ...$there): array {
            $inner = new ArrayAdapter();
            foreach ($there as $key) {
                $inner->get($key, static fn(): string => "value of {$key}");
            }
            $cache = new KnownKeysCallbackCache($inner, $filter);
            $reads = 0;

            return [
                static function (string $key) use ($cache, &$reads): bool {
                    $reads++;

                    return self::isValue($key, $cache->get($key, static function (ItemInterface $item, bool &$save): string {
                        $save = false;

                        return 'default';
                    }));
                },
                static function () use (&$reads): int {
                    return $reads;
                },
            ];
        }, 'cache', self::itself(...)];

        yield 'UniqueGuard' => [static function (MembershipFilter $filter, string ...$there): array {
            $queries = 0;
            $there = array_flip($there);
            $guard = new UniqueGuard($filter, static function (string $value) use (&$queries, $there): bool {
                $queries++;

                return isset($there[$value]);
            });

            return [
                static fn(string $key): bool => $guard->isTaken($key),
                static function () use (&$queries): int {
                    return $queries;
                },
            ];
        }, 'source', self::itself(...)];

        yield 'RevocationList' => [static function (MembershipFilter $filter, string ...$there): array {
            $store = new ArrayRevocationStore();
            foreach ($there as $jti) {
                $store->revoke(hash('sha256', $jti), PHP_INT_MAX);
            }
            $list = new RevocationList($filter, $store);

            return [static fn(string $jti): bool => $list->isRevoked($jti), static fn(): int => $store->questions];
        }, 'source', static fn(string $jti): string => hash('sha256', $jti)];

        yield 'ReadThrough' => [static function (MembershipFilter $filter, string ...$there): array {
            $there = array_flip($there);
            $guard = new ReadThrough(new SpyCache(), $filter, new LockFactory(new InMemoryStore()), 'test', 0, earlyRefresh: 0);
            $reads = 0;

            return [
                static function (string $key) use ($guard, $there, &$reads): bool {
                    $reads++;

                    return null !== $guard->fetch($key, static fn(): ?string => isset($there[$key]) ? 'row' : null, null);
                },
                static function () use (&$reads): int {
                    return $reads;
                },
            ];
        }, 'source', self::itself(...), true];
    }

    /**
     * @param \Closure(KnownKeysCache, string): bool $read
     *
     * @return array{\Closure, string, \Closure}
     */
    private static function ofCache(\Closure $read): array
    {
        return [static function (MembershipFilter $filter, string ...$there) use ($read): array {
            $inner = new SpyCache();
            foreach ($there as $key) {
                $inner->values["k{$key}"] = "value of {$key}";
            }
            $cache = new KnownKeysCache($inner, $filter);

            return [static fn(string $key): bool => $read($cache, $key), static fn(): int => \count($inner->calls)];
        }, 'cache', self::itself(...)];
    }

    /**
     * @param \Closure(KnownKeysPool, string): bool $read
     *
     * @return array{\Closure, string, \Closure}
     */
    private static function ofPool(\Closure $read): array
    {
        return [static function (MembershipFilter $filter, string ...$there) use ($read): array {
            $inner = new SpyPool();
            foreach ($there as $key) {
                $inner->save($inner->getItem($key)->set("value of {$key}"));
            }
            $inner->calls = [];
            $pool = new KnownKeysPool($inner, $filter);

            return [static fn(string $key): bool => $read($pool, $key), static fn(): int => \count($inner->calls)];
        }, 'cache', self::itself(...)];
    }

    private static function isValue(string $key, mixed $value): bool
    {
        self::assertContains($value, ["value of {$key}", 'default']);

        return $value !== 'default';
    }

    private static function itself(string $key): string
    {
        return $key;
    }

    public function testADisagreementIsLoggedWithoutTheItemWhichOnlyTheCallbackIsTold(): void
    {
        $told = [];
        $shadow = Shadow::of(new StubFilter(), 'e-mails', null, $this->logger, static function (string $item) use (&$told): void {
            $told[] = $item;
            throw new \LogicException('The callback has a bug');
        });
        $guard = new UniqueGuard($shadow, static fn(): bool => true);

        self::assertTrue($guard->isTaken('Secret@example.org'));
        self::assertSame(['critical', 'error'], array_column($this->logger->records, 0));
        self::assertSame(['filter' => 'e-mails', 'answered_by' => 'source'], $this->logger->records[0][2]);
        self::assertSame(['secret@example.org'], $told);
    }

    public function testWhatTheFilterLearnsWhileTheSourceIsAskedIsNoDisagreement(): void
    {
        $filter = new StubFilter();
        $shadow = Shadow::of($filter, 'test', logger: $this->logger);
        $guard = new UniqueGuard($shadow, static fn(string $value): bool => !$filter->add($value) || true); // registered meanwhile

        self::assertTrue($guard->isTaken('key1'));
        self::assertSame([1, 0], [$shadow->figures()['source']['overtaken'], $shadow->figures()['source']['disagreements']]);
        self::assertSame([], $this->logger->records);
    }

    public function testAFilterThatFailsOrIsNotReadyIsCountedAsUnsureAndChangesNothing(): void
    {
        $filter = new StubFilter(isReady: false);
        $shadow = Shadow::of($filter, 'test', logger: $this->logger);
        $guard = new UniqueGuard($shadow, static fn(string $value): bool => $value === 'key1');
        self::assertTrue($guard->isTaken('key1'));
        self::assertFalse($guard->isTaken('key2'));
        $filter->isBroken = true;
        self::assertTrue($guard->isTaken('key1'));

        self::assertSame(3, $shadow->figures()['source']['unsure']);
        self::assertSame(0, $shadow->figures()['source']['false_positives']);
        self::assertSame(1, $shadow->figures()['filter']['failed_questions']);
        self::assertSame(0, $filter->falsePositives);
    }

    public function testFalsePositivesAreReportedToTheFilterIfTheSourceOfTruthSaysSo(): void
    {
        $filter = new StubFilter(isAlwaysMaybe: true);
        $shadow = Shadow::of($filter, 'test');
        (new UniqueGuard($shadow, static fn(): bool => false))->isTaken('key1');
        (new KnownKeysCache(new SpyCache(), $shadow))->get('key1'); // which may have expired

        self::assertSame(1, $filter->falsePositives);
        self::assertSame(1, $shadow->figures()['cache']['false_positives']);
    }

    public function testAValueEqualToTheDefaultIsThere(): void
    {
        $inner = new SpyCache();
        $inner->values = ['kkey1' => null, 'kkey2' => 7];
        $shadow = Shadow::of(new StubFilter(), 'test', logger: $this->logger);
        $cache = new KnownKeysCache($inner, $shadow);

        self::assertNull($cache->get('key1'));
        self::assertSame(['key1' => null, 'key2' => 7, 'key3' => 7], [...$cache->getMultiple(['key1', 'key2', 'key3'], 7)]);
        self::assertSame(3, $shadow->figures()['cache']['disagreements']);
    }

    public function testOfManyKeysEachIsAQuestion(): void
    {
        $inner = new SpyCache();
        $inner->values = ['k1' => 'a', 'k2' => 'b'];
        $filter = new StubFilter();
        $filter->add('1');
        $filter->add('3');
        $shadow = Shadow::of($filter, 'test', logger: $this->logger);
        $values = (new KnownKeysCache($inner, $shadow))->getMultiple(['1', '2', '3', '4']);
        self::assertInstanceOf(\Traversable::class, $values);
        self::assertSame(['a', 'b', null, null], iterator_to_array($values, false));

        $figures = $shadow->figures()['cache'];
        self::assertSame([4, 2, 1, 1, 1], [
            $figures['questions'], $figures['found'], $figures['disagreements'], $figures['false_positives'], $figures['absent'],
        ]);
    }

    public function testAPoolSparesNothingWhereTheMissIsSaved(): void
    {
        $shadow = Shadow::of(new StubFilter(), 'test');
        $pool = new KnownKeysPool(new SpyPool(), $shadow);
        $item = $pool->getItem('key1');
        self::assertSame(1, $shadow->figures()['cache']['spared']);
        $pool->save($item->set(1));
        $pool->save($item->set(2));
        [...$pool->getItems(['key2', 'key3'])];

        self::assertSame([3, 2], [$shadow->figures()['cache']['absent'], $shadow->figures()['cache']['spared']]);
    }

    public function testACallbackCacheSparesNothingWhereTheValueIsStored(): void
    {
        $shadow = Shadow::of(new StubFilter(), 'test', logger: $this->logger);
        $cache = new KnownKeysCallbackCache(new ArrayAdapter(), $shadow);
        $computed = 0;
        $compute = static function () use (&$computed): int {
            return ++$computed;
        };
        self::assertSame(1, $cache->get('key1', $compute));
        self::assertSame(1, $cache->get('key1', $compute));
        self::assertSame(2, $cache->get('key1', $compute, INF)); // early, though it is there

        $figures = $shadow->figures()['cache'];
        self::assertSame([3, 2, 1, 0, 0], [
            $figures['questions'], $figures['found'], $figures['absent'], $figures['spared'], $figures['disagreements'],
        ]);
    }

    public function testWhatIsWrittenIsInTheFilter(): void
    {
        $shadow = Shadow::of(new StubFilter(), 'test', logger: $this->logger);
        $cache = new KnownKeysCache(new SpyCache(), $shadow);
        $cache->set('key1', 1);
        $cache->setMultiple(['key2' => 2, 'key3' => 3]);
        [...$cache->getMultiple(['key1', 'key2', 'key3'])];

        self::assertSame([3, 0], [$shadow->figures()['cache']['found'], $shadow->figures()['cache']['disagreements']]);
    }

    public function testAFilterThatTakesNothingKeepsNobodyFromWriting(): void
    {
        foreach ([new StubFilter(), new StubDeletableFilter()] as $filter) {
            $filter->isBroken = true;
            $shadow = Shadow::of($filter, 'test', logger: $this->logger);
            self::assertTrue((new KnownKeysCache(new SpyCache(), $shadow))->set('key1', 1));
            self::assertSame(1, (new UniqueGuard($shadow, static fn(): bool => true))->register('key1', static fn(): int => 1));
            $store = new ArrayRevocationStore();
            (new RevocationList($shadow, $store))->revoke('key1', new \DateTimeImmutable('+1 hour'));
            self::assertCount(1, $store->expiries);
            $rows = 0;
            self::readThrough($shadow)->write('key1', static function () use (&$rows): void {
                $rows++;
            });
            self::assertSame(1, $rows);

            self::assertGreaterThan(4, $shadow->figures()['filter']['failed_adds']);
        }
    }

    public function testAFilterThatCountsAddsIsWrittenToOnceAndRemovedFrom(): void
    {
        $filter = new StubDeletableFilter();
        $guard = self::readThrough(Shadow::of($filter, 'test'));
        $guard->write('key1', static fn(): int => 1);
        $guard->delete('key1', static fn(): int => 1);

        self::assertSame(['key1'], $filter->adds);
        self::assertSame([['key1', 1]], $filter->removes);
    }

    public function testALoadRebuildsTheFilter(): void
    {
        $filter = new StubFilter();
        $shadow = Shadow::of($filter, 'test');
        (new UniqueGuard($shadow, static fn(): bool => true))->load(static fn(): array => ['key1'], 0);

        self::assertTrue($filter->mightContain('key1'));
        self::assertSame(2, $filter->generation);
    }

    public function testToOthersItIsAFilterThatIsNeverSure(): void
    {
        $shadow = Shadow::of(new StubFilter(), 'test');

        self::assertFalse($shadow->add('key1'), 'That it is new would be an answer');
        self::assertSame(0, $shadow->addMany(['key2']));
        self::assertFalse($shadow->isReady());
        self::assertTrue($shadow->mightContain('key3'));
        self::assertSame(['a' => true, 5 => true], $shadow->mightContainMany(['a' => 'key3', 5 => 'key4']));
    }

    public function testAWindowThatIsTooShortForTokensIsRefusedInAPilotToo(): void
    {
        $filter = new StubFilter();
        $filter->info = ['kind' => 'rotating', 'window_seconds' => 60];
        $this->expectException(\InvalidArgumentException::class);
        new RevocationList(Shadow::of($filter, 'test'), new ArrayRevocationStore(), longestLifetimeSeconds: 3600);
    }

    public function testTimesAreMeasured(): void
    {
        $shadow = Shadow::of(new StubFilter(), 'test');
        $guard = new UniqueGuard($shadow, static function (): bool {
            usleep(2000);

            return false;
        });
        $guard->isTaken('key1');
        $guard->isTaken('key2');
        $figures = $shadow->figures()['source'];

        self::assertGreaterThanOrEqual(0.004, $figures['source_seconds']);
        self::assertSame($figures['source_seconds'], $figures['spared_seconds']);
        self::assertGreaterThanOrEqual(0.002, $figures['mean_source_seconds']);
        self::assertGreaterThanOrEqual($figures['mean_source_seconds'], $figures['slowest_source_seconds']);
        self::assertLessThan($figures['source_seconds'], $figures['slowest_source_seconds']);
        self::assertGreaterThan(0, $figures['filter_seconds']);
    }

    private static function readThrough(MembershipFilter $filter): ReadThrough
    {
        return new ReadThrough(new SpyCache(), $filter, new LockFactory(new InMemoryStore()), 'test', 1);
    }
}
