<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Cache;

use Bloom\Toolkit\Cache\InvalidKeyException;
use Bloom\Toolkit\KnownKeysCallbackCache;
use Bloom\Toolkit\Tests\Support\StubFilter;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Symfony\Contracts\Cache\CacheInterface;
use Symfony\Contracts\Cache\ItemInterface;

final class KnownKeysCallbackCacheTest extends TestCase
{
    private TagAwareAdapter $inner;
    private StubFilter $filter;
    private KnownKeysCallbackCache $cache;

    protected function setUp(): void
    {
        $this->inner = new TagAwareAdapter(new ArrayAdapter());
        $this->filter = new StubFilter();
        $this->cache = new KnownKeysCallbackCache($this->inner, $this->filter);
    }

    public function testAnUnknownKeyIsComputedOnceStoredAndThenFound(): void
    {
        $computed = 0;
        $compute = static function () use (&$computed): string {
            return str_repeat('x', ++$computed);
        };

        self::assertSame('x', $this->cache->get('a', $compute));
        self::assertSame('x', $this->cache->get('a', $compute));
        self::assertSame('x', $this->inner->getItem('a')->get());
    }

    public function testAnUnknownKeyWhoseValueIsNotToBeStoredNeverReachesTheCache(): void
    {
        $inner = self::createMock(CacheInterface::class);
        $inner->expects(self::never())->method('get');
        $cache = new KnownKeysCallbackCache($inner, $this->filter);
        $absent = static function (ItemInterface $item, bool &$save): string {
            $save = false;

            return 'no ' . $item->getKey();
        };

        self::assertSame('no a', $cache->get('a', $absent));
        self::assertSame('no a', $cache->get('a', $absent));
        self::assertSame([], $this->filter->adds);
    }

    public function testTheFilterKnowsAKeyBeforeTheCacheHasIt(): void
    {
        $known = [];
        $inner = self::createStub(CacheInterface::class);
        $inner->method('get')->willReturnCallback(
            function (string $key, callable $callback) use (&$known): mixed {
                $save = true;
                $value = $callback($this->inner->getItem($key), $save);
                $known[] = $this->filter->mightContain($key);

                return $value;
            },
        );
        $cache = new KnownKeysCallbackCache($inner, $this->filter);
        $cache->get('a', static fn(): int => 1);
        $this->filter->setReady(false);
        $cache->get('b', static fn(): int => 1);
        $this->filter->setReady(true);

        self::assertSame([true, true], $known);
        self::assertSame(['a', 'b'], $this->filter->adds);
    }

    public function testAValueThatTheFilterCannotLearnIsReturnedAndNotStored(): void
    {
        $this->filter->isBroken = true;

        self::assertSame(1, $this->cache->get('a', static fn(): int => 1));
        self::assertFalse($this->inner->hasItem('a'));
    }

    public function testLifetimeAndTagsOfAnUnknownItemReachTheCache(): void
    {
        $this->cache->get('a', static function (ItemInterface $item): int {
            $item->expiresAfter(600);
            $item->tag('one')->tag(['two', 'three']);

            return 1;
        }, null, $metadata);

        $stored = $this->inner->getItem('a')->getMetadata();
        self::assertSame(['one' => 'one', 'two' => 'two', 'three' => 'three'], $stored['tags'] ?? null);
        self::assertEqualsWithDelta(microtime(true) + 600, $stored['expiry'] ?? 0, 30);
        self::assertIsArray($metadata);
        $this->inner->invalidateTags(['two']);
        self::assertSame(2, $this->cache->get('a', static fn(): int => 2));
    }

    public function testAValueThatAnotherHasStoredMeanwhileIsKept(): void
    {
        $value = $this->cache->get('a', function (): string {
            $this->inner->get('a', static fn(): string => 'theirs');

            return 'ours';
        });

        self::assertSame('theirs', $value);
    }

    public function testDeletingAsksTheCacheEvenForUnknownKeys(): void
    {
        $this->inner->get('a', static fn(): int => 1);

        self::assertTrue($this->cache->delete('a'));
        self::assertFalse($this->inner->hasItem('a'));
    }

    public function testInvalidKeysAreRefusedBeforeTheCallbackRuns(): void
    {
        $this->expectException(InvalidKeyException::class);
        $this->cache->get('a:b', static fn(): never => self::fail('The callback ran'));
    }
}
