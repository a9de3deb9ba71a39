<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Laravel;

use Bloom\Toolkit\Laravel\KnownKeysStore;
use Bloom\Toolkit\Laravel\KnownKeysTaggableStore;
use Bloom\Toolkit\Tests\Support\StubFilter;
use Illuminate\Cache\ArrayStore;
use Illuminate\Cache\NullStore;
use Illuminate\Cache\Repository;
use PHPUnit\Framework\TestCase;

/** The store behind Laravel's own repository. */
final class KnownKeysStoreTest extends TestCase
{
    private StubFilter $filter;
    private ArrayStore $inner;
    private Repository $cache;

    protected function setUp(): void
    {
        $this->filter = new StubFilter();
        $this->inner = new ArrayStore();
        $this->cache = new Repository(new KnownKeysStore($this->inner, $this->filter));
    }

    public function testWhatWasNeverPutThroughItIsNotThere(): void
    {
        $this->inner->put('a', 1, 60);

        self::assertNull($this->cache->get('a'));
        self::assertSame('none', $this->cache->get('a', 'none'));
        self::assertSame(['a' => null, 'b' => null], $this->cache->many(['a', 'b']));
        self::assertFalse($this->cache->has('a'));
    }

    public function testEveryWayToWriteIsKnown(): void
    {
        $this->cache->put('put', 1, 60);
        $this->cache->putMany(['many' => 2, '123' => 3], 60);
        $this->cache->add('add', 4, 60);
        $this->cache->forever('forever', 5);
        $this->cache->increment('up', 6);
        $this->cache->decrement('down', 7);
        $this->cache->remember('remember', 60, static fn(): int => 8);
        $this->cache->flexible('flexible', [60, 120], static fn(): int => 9);

        $keys = ['put', 'many', '123', 'add', 'forever', 'up', 'down', 'remember', 'flexible'];
        self::assertSame([1, 2, 3, 4, 5, 6, -7, 8, 9], array_map($this->cache->get(...), $keys));
        self::assertSame(['123' => 3, 'unknown' => null, 'put' => 1], $this->cache->many(['123', 'unknown', 'put']));
    }

    public function testANumberIsAKeyAsInOtherStores(): void
    {
        $this->cache->put(17, 'lamp', 60); // @phpstan-ignore argument.type (as applications do)

        self::assertSame('lamp', $this->cache->get(17)); // @phpstan-ignore argument.type
        self::assertSame('lamp', $this->cache->get('17'));
    }

    public function testTheKeyIsInTheFilterBeforeTheValueIsInTheStore(): void
    {
        $this->filter->onAdd = function (string $key): void {
            self::assertNull($this->inner->get($key));
        };
        $this->testEveryWayToWriteIsKnown();
        self::assertContains('put', $this->filter->adds);
    }

    public function testWhatTheFilterCannotTakeIsNotWritten(): void
    {
        $this->filter->isBroken = true;

        self::assertFalse($this->cache->put('a', 1, 60));
        self::assertFalse($this->cache->add('a', 1, 60));
        self::assertFalse($this->cache->putMany(['a' => 1], 60));
        self::assertFalse($this->cache->increment('a'));
        self::assertFalse($this->cache->decrement('a'));
        self::assertFalse($this->cache->forever('a', 1));
        self::assertNull($this->inner->get('a'));
        $this->inner->put('b', 2, 60);
        self::assertSame(2, $this->cache->get('b'), 'A filter that cannot be asked is passed by');
    }

    public function testAddDoesNotReplaceWhatIsThere(): void
    {
        $this->cache->put('a', 1, 60);

        self::assertFalse($this->cache->add('a', 2, 60));
        self::assertSame(1, $this->cache->get('a'));
        $this->inner->put('written past it', 1, 60);
        self::assertFalse($this->cache->add('written past it', 2, 60));
    }

    public function testForgettingAndFlushingReachWhatTheFilterDoesNotKnow(): void
    {
        $this->inner->put('a', 1, 60);
        $this->cache->forget('a');
        self::assertNull($this->inner->get('a'));
        $this->inner->put('b', 1, 60);
        $this->cache->flush();
        self::assertNull($this->inner->get('b'));
    }

    public function testLocksAndTagsAreTheStoresOwn(): void
    {
        $store = new KnownKeysTaggableStore($this->inner, $this->filter);
        self::assertTrue($store->lock('a', 60, 'me')->get());
        self::assertFalse($this->inner->lock('a', 60)->get());
        self::assertTrue($store->restoreLock('a', 'me')->release());
        $store->tags('x')->put('a', 1, 60);
        self::assertSame(1, $this->inner->tags('x')->get('a'));
        self::assertSame(1, $store->tags(['x'])->get('a'));

        self::assertFalse($this->cache->supportsTags());
        self::assertTrue((new Repository($store))->supportsTags());
        self::assertSame($this->inner->getPrefix(), $store->getPrefix());
    }

    public function testAStoreThatCannotAddInOneStepAddsInTwo(): void
    {
        $store = new KnownKeysStore(new NullStore(), $this->filter);

        self::assertFalse($store->add('a', 1, 60), 'As a store that stores nothing says');
        self::assertSame(['a'], $this->filter->adds);
    }
}
