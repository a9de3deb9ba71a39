<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Cache;

use Bloom\StorageException;
use Bloom\Toolkit\Cache\InvalidKeyException;
use Bloom\Toolkit\KnownKeysCache;
use Bloom\Toolkit\Tests\Support\SpyCache;
use Bloom\Toolkit\Tests\Support\SpyLogger;
use Bloom\Toolkit\Tests\Support\StubFilter;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class KnownKeysCacheTest extends TestCase
{
    private SpyCache $inner;
    private StubFilter $filter;
    private SpyLogger $logger;
    private KnownKeysCache $cache;

    protected function setUp(): void
    {
        $this->inner = new SpyCache();
        $this->filter = new StubFilter();
        $this->logger = new SpyLogger();
        $this->cache = new KnownKeysCache($this->inner, $this->filter, $this->logger);
    }

    public function testKeysThatWereNeverSetAreAnsweredWithoutTheCache(): void
    {
        self::assertNull($this->cache->get('a'));
        self::assertSame('default', $this->cache->get('a', 'default'));
        self::assertFalse($this->cache->has('a'));
        self::assertSame(['a' => 7, 'b' => 7], iterator_to_array($this->getMultiple(['a', 'b'], 7)));
        self::assertSame([], $this->inner->calls);
    }

    public function testKeysThatWereSetAreAskedFor(): void
    {
        $this->cache->set('a', 'value');

        self::assertSame('value', $this->cache->get('a'));
        self::assertTrue($this->cache->has('a'));
        self::assertSame([['set', 'a', 'value', null], ['get', 'a'], ['has', 'a']], $this->inner->calls);
    }

    public function testTheFilterKnowsAKeyBeforeTheCacheHasIt(): void
    {
        $known = [];
        $this->inner->onWrite = function () use (&$known): void {
            $known[] = [$this->filter->mightContain('a'), $this->filter->mightContain('b')];
        };
        $this->cache->set('a', 1);
        $this->cache->setMultiple(['a' => 1, 'b' => 2]);

        self::assertSame([[true, false], [true, true], [true, true]], $known);
    }

    public function testAKnownKeyThatTheCacheHasLostGivesTheDefault(): void
    {
        $this->cache->set('a', 1);
        $this->inner->values = [];

        self::assertSame('default', $this->cache->get('a', 'default'));
        self::assertSame(['a' => 'default'], iterator_to_array($this->getMultiple(['a'], 'default')));
        self::assertFalse($this->cache->has('a'));
    }

    public function testDeletingAsksTheCacheEvenForUnknownKeys(): void
    {
        $this->cache->delete('a');
        $this->cache->deleteMultiple((static fn() => yield from ['b', '7'])());
        $this->cache->clear();

        self::assertSame([['delete', 'a'], ['deleteMultiple', 'b', '7'], ['clear']], $this->inner->calls);
    }

    public function testAKeyStaysKnownWhenTheCacheIsCleared(): void
    {
        $this->cache->set('a', 1);
        $this->cache->clear();

        self::assertTrue($this->filter->mightContain('a'));
    }

    public function testManyKeysComeBackAsStringsInTheOrderAskedFromOneWalk(): void
    {
        $this->cache->setMultiple(['01' => 'b', '1' => 'a']);
        $keys = (static fn() => yield from ['x', '1', 'y', '01', '1'])();

        $pairs = [];
        foreach ($this->getMultiple($keys, '?') as $key => $value) {
            $pairs[] = [$key, $value];
        }

        self::assertSame([['x', '?'], ['1', 'a'], ['y', '?'], ['01', 'b']], $pairs);
        self::assertSame(['getMultiple', '1', '01'], $this->inner->calls[1]);
    }

    public function testValuesFromAGeneratorAreWalkedOnceAndKeepTheirStringKeys(): void
    {
        $values = (static function (): \Generator {
            yield '1' => 'a';
            yield 2 => 'b';
        })();

        self::assertTrue($this->cache->setMultiple($values, 60));
        self::assertSame(['1', '2'], $this->filter->adds);
        self::assertSame([['setMultiple', [['1', 'a'], ['2', 'b']], 60]], $this->inner->calls);
    }

    public function testStoredNullAndFalseAreHits(): void
    {
        foreach ([null, false, 0, ''] as $value) {
            $this->cache->set('a', $value);
            self::assertTrue($this->cache->has('a'));
            self::assertSame($value, $this->cache->get('a', 'default'));
            self::assertSame(['a' => $value], iterator_to_array($this->getMultiple(['a'], 'default')));
        }
    }

    #[DataProvider('lifetimes')]
    public function testLifetimesArePassedOnUnchanged(int|\DateInterval|null $ttl): void
    {
        $this->cache->set('a', 1, $ttl);
        $this->cache->setMultiple(['b' => 2], $ttl);

        self::assertSame([['set', 'a', 1, $ttl], ['setMultiple', [['b', 2]], $ttl]], $this->inner->calls);
    }

    /** @return list<array{null|int|\DateInterval}> */
    public static function lifetimes(): array
    {
        return [[null], [0], [-1], [60], [new \DateInterval('PT0S')], [new \DateInterval('PT5M')]];
    }

    #[DataProvider('invalidKeys')]
    public function testInvalidKeysAreRefusedBeforeAnythingHappens(string $key): void
    {
        $calls = [
            fn() => $this->cache->get($key),
            fn() => $this->cache->set($key, 1),
            fn() => $this->cache->delete($key),
            fn() => $this->cache->has($key),
            fn() => $this->cache->getMultiple(['good', $key]),
            fn() => $this->cache->setMultiple(['good' => 1, $key => 2]),
            fn() => $this->cache->deleteMultiple(['good', $key]),
        ];
        foreach ($calls as $call) {
            try {
                $call();
                self::fail('An invalid key was accepted');
            } catch (InvalidKeyException) {
                self::assertSame([], $this->inner->calls);
                self::assertSame([], $this->filter->adds);
            }
        }
    }

    /** @return list<array{string}> */
    public static function invalidKeys(): array
    {
        return [[''], ['{'], ['a}'], ['(a'], [')'], ['a/b'], ['a\\b'], ['a@b'], ['a:b']];
    }

    public function testReservedCharactersCanBeFewerForCachesThatAllowMore(): void
    {
        $cache = new KnownKeysCache($this->inner, $this->filter, reservedCharacters: '{}');

        self::assertTrue($cache->set('user:1', 'value'));
        self::assertSame('value', $cache->get('user:1'));
        $this->expectException(InvalidKeyException::class);
        $cache->get('{user}');
    }

    public function testAFilterThatIsNotReadyPassesEverythingOn(): void
    {
        $this->inner->values = ['ka' => 'from before'];
        $this->filter->setReady(false);

        self::assertSame('from before', $this->cache->get('a'));
        self::assertTrue($this->cache->has('a'));
        self::assertSame(['a' => 'from before', 'b' => 0], iterator_to_array($this->getMultiple(['a', 'b'], 0)));
    }

    public function testAFilterThatCannotBeAskedIsPassedByAndLogged(): void
    {
        $this->cache->set('secret', 'value');
        $this->filter->isBroken = true;

        self::assertSame('value', $this->cache->get('secret'));
        self::assertSame(['secret' => 'value'], iterator_to_array($this->getMultiple(['secret'])));
        self::assertCount(2, $this->logger->records);
        self::assertSame('warning', $this->logger->records[0][0]);
        self::assertInstanceOf(StorageException::class, $this->logger->records[0][2]['exception']);
        self::assertStringNotContainsString('secret', $this->logger->records[0][1]);
    }

    public function testWhatTheFilterCannotLearnIsNotCached(): void
    {
        $this->filter->isBroken = true;

        self::assertFalse($this->cache->set('a', 1));
        self::assertFalse($this->cache->setMultiple(['a' => 1]));
        self::assertSame([], $this->inner->calls);
        self::assertCount(2, $this->logger->records);
    }

    public function testTheResultsOfTheCacheArePassedOn(): void
    {
        $this->inner->result = false;

        self::assertFalse($this->cache->set('a', 1));
        self::assertFalse($this->cache->setMultiple(['a' => 1]));
        self::assertFalse($this->cache->delete('a'));
        self::assertFalse($this->cache->deleteMultiple(['a']));
        self::assertFalse($this->cache->clear());
    }

    /**
     * @param iterable<mixed> $keys
     *
     * @return \Traversable<string, mixed>
     */
    private function getMultiple(iterable $keys, mixed $default = null): \Traversable
    {
        $values = $this->cache->getMultiple($keys, $default);
        self::assertInstanceOf(\Traversable::class, $values);

        return $values;
    }
}
