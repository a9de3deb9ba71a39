<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Cache;

use Bloom\Toolkit\Cache\InvalidKeyException;
use Bloom\Toolkit\KnownKeysPool;
use Bloom\Toolkit\Tests\Support\SpyLogger;
use Bloom\Toolkit\Tests\Support\SpyPool;
use Bloom\Toolkit\Tests\Support\StubFilter;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Psr\Cache\CacheItemInterface;

final class KnownKeysPoolTest extends TestCase
{
    private SpyPool $inner;
    private StubFilter $filter;
    private SpyLogger $logger;
    private KnownKeysPool $pool;

    protected function setUp(): void
    {
        $this->inner = new SpyPool();
        $this->filter = new StubFilter();
        $this->logger = new SpyLogger();
        $this->pool = new KnownKeysPool($this->inner, $this->filter, $this->logger);
    }

    public function testKeysThatWereNeverSavedAreAnsweredWithoutThePool(): void
    {
        self::assertFalse($this->pool->getItem('a')->isHit());
        self::assertNull($this->pool->getItem('a')->get());
        self::assertFalse($this->pool->hasItem('a'));
        foreach ($this->pool->getItems(['a', '1']) as $key => $item) {
            self::assertSame($key, $item->getKey());
            self::assertFalse($item->isHit());
        }
        self::assertSame([], $this->inner->calls);
    }

    public function testWhatIsSavedInAnUnknownItemIsFound(): void
    {
        self::assertTrue($this->pool->save($this->pool->getItem('a')->set('value')));

        $item = $this->pool->getItem('a');
        self::assertTrue($item->isHit());
        self::assertSame('value', $item->get());
        self::assertTrue($this->pool->hasItem('a'));
    }

    #[DataProvider('waysToSave')]
    public function testTheFilterKnowsAKeyBeforeThePoolHasIt(string $save): void
    {
        $known = null;
        $this->inner->onWrite = function () use (&$known): void {
            $known = $this->filter->mightContain('a');
        };
        $item = $this->pool->getItem('a')->set(1);
        $save === 'save' ? $this->pool->save($item) : $this->pool->saveDeferred($item);

        self::assertTrue($known);
    }

    #[DataProvider('waysToSave')]
    public function testWhatTheFilterCannotLearnIsNotCached(string $save): void
    {
        $item = $this->pool->getItem('a')->set(1);
        $this->filter->isBroken = true;

        self::assertFalse($save === 'save' ? $this->pool->save($item) : $this->pool->saveDeferred($item));
        self::assertSame([], $this->inner->calls);
        self::assertCount(1, $this->logger->records);
    }

    /** @return list<array{string}> */
    public static function waysToSave(): array
    {
        return [['save'], ['saveDeferred']];
    }

    public function testDeferredItemsAreVisibleBeforeTheCommit(): void
    {
        $this->pool->saveDeferred($this->pool->getItem('a')->set('value'));

        self::assertSame('value', $this->pool->getItem('a')->get());
        self::assertTrue($this->pool->commit());
        self::assertSame('value', $this->inner->pool->getItem('a')->get());
    }

    public function testDeletingAsksThePoolEvenForUnknownKeys(): void
    {
        $this->pool->deleteItem('a');
        $this->pool->deleteItems(['b', '7']);
        $this->pool->clear();

        self::assertSame([['deleteItem', 'a'], ['deleteItems', 'b', '7'], ['clear']], $this->inner->calls);
    }

    public function testItemsComeBackUnderStringKeysInTheOrderAsked(): void
    {
        foreach (['01' => 'b', '1' => 'a'] as $key => $value) {
            $this->pool->save($this->pool->getItem((string) $key)->set($value));
        }
        $this->inner->calls = [];
        $found = [];
        foreach ($this->pool->getItems(['x', '1', 'y', '01']) as $key => $item) {
            $found[] = [$key, $item->get(), $item->isHit()];
        }

        self::assertSame([['x', null, false], ['1', 'a', true], ['y', null, false], ['01', 'b', true]], $found);
        self::assertSame([['getItems', '1', '01']], $this->inner->calls);
    }

    /** @param \Closure(CacheItemInterface): mixed $limit */
    #[DataProvider('lifetimes')]
    public function testTheLifetimeOfAnUnknownItemReachesThePool(\Closure $limit, ?float $seconds): void
    {
        $item = $this->pool->getItem('a')->set('value');
        $limit($item);
        $this->pool->save($item);

        $stored = $this->inner->pool->getItem('a');
        if ($seconds !== null && $seconds <= 0) {
            self::assertFalse($stored->isHit());

            return;
        }
        self::assertTrue($stored->isHit());
        $expiry = $stored->getMetadata()['expiry'] ?? null;
        if ($seconds === null) {
            self::assertNull($expiry);
        } else {
            self::assertIsFloat($expiry);
            self::assertEqualsWithDelta(microtime(true) + $seconds, $expiry, 30);
        }
    }

    /** @return array<string, array{\Closure(CacheItemInterface): mixed, ?float}> */
    public static function lifetimes(): array
    {
        return [
            'not said' => [static fn(CacheItemInterface $item): mixed => null, null],
            'after null' => [static fn(CacheItemInterface $item): mixed => $item->expiresAfter(5)->expiresAfter(null), null],
            'at null' => [static fn(CacheItemInterface $item): mixed => $item->expiresAfter(5)->expiresAt(null), null],
            'after seconds' => [static fn(CacheItemInterface $item): mixed => $item->expiresAfter(600), 600.0],
            'after an interval' => [static fn(CacheItemInterface $item): mixed => $item->expiresAfter(new \DateInterval('PT1H')), 3600.0],
            'at a time' => [static fn(CacheItemInterface $item): mixed => $item->expiresAt(new \DateTime('+2 hours')), 7200.0],
            'after 0' => [static fn(CacheItemInterface $item): mixed => $item->expiresAfter(0), 0.0],
            'after less than nothing' => [static fn(CacheItemInterface $item): mixed => $item->expiresAfter(PHP_INT_MIN), -1.0],
            'at a time past' => [static fn(CacheItemInterface $item): mixed => $item->expiresAt(new \DateTime('-1 hour')), -1.0],
        ];
    }

    #[DataProvider('invalidKeys')]
    public function testInvalidKeysAreRefusedBeforeAnythingHappens(mixed $key): void
    {
        $calls = [
            fn() => $this->pool->getItems(['good', $key]),
            fn() => $this->pool->deleteItems(['good', $key]),
        ];
        if (\is_string($key)) {
            $calls[] = fn() => $this->pool->getItem($key);
            $calls[] = fn() => $this->pool->hasItem($key);
            $calls[] = fn() => $this->pool->deleteItem($key);
        }
        foreach ($calls as $call) {
            try {
                $call();
                self::fail('An invalid key was accepted');
            } catch (InvalidKeyException) {
                self::assertSame([], $this->inner->calls);
            }
        }
    }

    /** @return list<array{mixed}> */
    public static function invalidKeys(): array
    {
        return [[''], ['{'], ['a}'], ['(a'], [')'], ['a/b'], ['a\\b'], ['a@b'], ['a:b'], [1], [null], [[]]];
    }

    public function testItemsOfOtherPoolsAreLeftToThePoolToJudge(): void
    {
        $item = self::createStub(CacheItemInterface::class);
        $item->method('getKey')->willReturn('a');

        self::assertFalse($this->pool->save($item));
        self::assertSame([['save', 'a']], $this->inner->calls);
    }

    public function testAFilterThatIsNotReadyPassesEverythingOn(): void
    {
        $this->inner->pool->save($this->inner->pool->getItem('a')->set('from before'));
        $this->filter->setReady(false);

        self::assertSame('from before', $this->pool->getItem('a')->get());
        self::assertTrue($this->pool->hasItem('a'));
    }

    public function testAFilterThatCannotBeAskedIsPassedByAndLogged(): void
    {
        $this->pool->save($this->pool->getItem('a')->set('value'));
        $this->filter->isBroken = true;

        self::assertSame('value', $this->pool->getItem('a')->get());
        self::assertCount(1, $this->logger->records);
    }
}
