<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Symfony;

use Bloom\Toolkit\Pilot\Shadow;
use Bloom\Toolkit\Symfony\KnownKeysAdapter;
use Bloom\Toolkit\Symfony\KnownKeysTagAwareAdapter;
use Bloom\Toolkit\Tests\Support\StubFilter;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Symfony\Component\Cache\Adapter\TraceableAdapter;
use Symfony\Component\Cache\CacheItem;
use Symfony\Component\Cache\Exception\LogicException;
use Symfony\Component\Cache\Messenger\EarlyExpirationMessage;
use Symfony\Component\Cache\PruneableInterface;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\Messenger\Transport\InMemory\InMemoryTransport;
use Symfony\Contracts\Cache\ItemInterface;
use Symfony\Contracts\Cache\NamespacedPoolInterface;
use Symfony\Contracts\Cache\TagAwareCacheInterface;

/** What Symfony expects of a pool; that it is one of PSR-6 is in the compliance suite. */
final class KnownKeysAdapterTest extends TestCase
{
    private StubFilter $filter;
    private ArrayAdapter $inner;
    private KnownKeysAdapter $pool;

    protected function setUp(): void
    {
        $this->filter = new StubFilter();
        $this->inner = new ArrayAdapter();
        $this->pool = new KnownKeysAdapter($this->inner, $this->filter);
    }

    public function testWhatWasNeverSavedThroughItIsAMissWithoutAskingThePool(): void
    {
        $this->inner->save($this->inner->getItem('a')->set(1));

        self::assertFalse($this->pool->getItem('a')->isHit());
        self::assertFalse($this->pool->hasItem('a'));
        foreach ($this->pool->getItems(['a', '123']) as $key => $item) {
            self::assertContains($key, ['a', '123']);
            self::assertFalse($item->isHit());
        }
        $calculate = static function (ItemInterface $item, bool &$save): int {
            $save = false;

            return 2;
        };
        self::assertSame(2, $this->pool->get('a', $calculate));
    }

    public function testUnknownKeysLeaveNothingInTheMemoryOfALongProcess(): void
    {
        foreach ([$this->pool, new KnownKeysTagAwareAdapter(new TagAwareAdapter($this->inner), $this->filter)] as $pool) {
            $pool->getItem('first');
            $before = memory_get_usage();
            for ($i = 0; $i < 2000; $i++) {
                $pool->getItem("unknown.{$i}");
            }

            self::assertLessThan(20_000, memory_get_usage() - $before);
        }
    }

    public function testTheKeyIsInTheFilterBeforeTheValueIsInThePool(): void
    {
        $this->filter->onAdd = function (string $key): void {
            self::assertFalse($this->inner->hasItem($key));
        };
        $this->pool->save($this->pool->getItem('a')->set(1));
        $this->pool->saveDeferred($this->pool->getItem('b')->set(2));

        self::assertSame(['a', 'b'], $this->filter->adds);
        self::assertSame([1, 2], [$this->pool->getItem('a')->get(), $this->pool->getItem('b')->get()]);
        self::assertTrue($this->pool->commit());
        self::assertTrue($this->inner->hasItem('b'));
    }

    public function testWhatTheFilterCannotTakeIsNotSaved(): void
    {
        $item = $this->pool->getItem('a')->set(1);
        $this->filter->isBroken = true;

        self::assertFalse($this->pool->save($item));
        self::assertFalse($this->pool->saveDeferred($item));
        self::assertSame([], $this->inner->getValues());
    }

    public function testALifetimeOfAnUnknownItemIsKept(): void
    {
        $this->pool->save($this->pool->getItem('a')->set(1)->expiresAfter(-1));

        self::assertFalse($this->inner->hasItem('a'));
    }

    public function testTagsWorkWhereThePoolHasThemAndNowhereElse(): void
    {
        $pool = new KnownKeysTagAwareAdapter(new TagAwareAdapter($this->inner), $this->filter);
        $pool->save($pool->getItem('a')->set(1)->tag('x'));
        $pool->get('b', static function (ItemInterface $item): int {
            $item->tag('x');

            return 2;
        });
        self::assertSame([true, true], [$pool->hasItem('a'), $pool->hasItem('b')]);
        $pool->invalidateTags(['x']);
        self::assertSame([false, false], [$pool->hasItem('a'), $pool->hasItem('b')]);

        $this->expectException(LogicException::class);
        $this->pool->getItem('unknown')->tag('x');
    }

    public function testNamespacesShareTheFilterAndNotTheValues(): void
    {
        $space = $this->pool->withSubNamespace('space');
        $space->save($space->getItem('a')->set(1));

        self::assertTrue($space->hasItem('a'));
        self::assertFalse($this->pool->hasItem('a'));
        self::assertSame(['a'], $this->filter->adds);
    }

    public function testOnTrialTheFilterIsLearningAndNeverBelievedAndWhatItWouldSpareIsCounted(): void
    {
        foreach ([
            [$this->inner, KnownKeysAdapter::class],
            [new TagAwareAdapter($this->inner), KnownKeysTagAwareAdapter::class],
        ] as [$inner, $class]) {
            $shadow = Shadow::of(new StubFilter(), 'test');
            $pool = new $class($inner, $shadow);
            $inner->save($inner->getItem('past')->set(0)); // the filter does not know of it

            $item = $pool->getItem('a');
            self::assertFalse($item->isHit());
            self::assertFalse($pool->hasItem('a'));
            $pool->save($item->set(1));
            [...$pool->getItems(['a', 'b'])];
            self::assertTrue($pool->getItem('past')->isHit());
            self::assertSame(1, $pool->get('a', static fn(): int => 2));

            $figures = $shadow->figures()['cache'];
            self::assertSame(
                ['questions' => 6, 'found' => 3, 'absent' => 3, 'spared' => 3, 'false_positives' => 0, 'disagreements' => 1],
                array_intersect_key($figures, ['questions' => 1, 'found' => 1, 'absent' => 1, 'spared' => 1, 'false_positives' => 1, 'disagreements' => 1]),
                'Saving a miss costs no round trip here, so that it spares one',
            );
            $this->inner->clear();
        }
    }

    public function testClearingByPrefixPruningAndResettingReachThePool(): void
    {
        foreach (['a.1', 'b.1'] as $key) {
            $this->pool->save($this->pool->getItem($key)->set(1));
        }
        $this->pool->clear('a.');
        self::assertSame([false, true], [$this->inner->hasItem('a.1'), $this->inner->hasItem('b.1')]);
        $this->pool->deleteItem('b.1');
        self::assertFalse($this->inner->hasItem('b.1'));
        self::assertFalse($this->pool->prune(), 'As a pool that does not prune');
        $this->pool->save($this->pool->getItem('c')->set(1));
        $this->pool->reset();
        self::assertFalse($this->inner->hasItem('c'));
    }

    public function testInTheContainerAPoolWithTagsKeepsThemAndTheProfilerSeesIt(): void
    {
        $kernel = new TestKernel(
            getenv('BLOOM_TEST_DIRECTORY') . '/symfony-pools',
            static function (ContainerConfigurator $container): void {
                $container->extension('framework', [
                    'profiler' => ['collect' => true],
                    'cache' => ['pools' => ['tagged' => ['adapter' => 'cache.adapter.array', 'tags' => true], 'plain' => ['adapter' => 'cache.adapter.filesystem']]],
                ]);
                $container->extension('bloom', [
                    'filters' => ['keys' => ['expected_items' => 1000, 'shared' => false]],
                    'pools' => ['tagged' => 'keys', 'plain' => 'keys'],
                ]);
            },
            ['tagged', 'plain'],
            isDebug: true,
        );
        $kernel->boot();
        $pool = $kernel->getContainer()->get('tagged');
        self::assertInstanceOf(KnownKeysTagAwareAdapter::class, $pool);
        self::assertInstanceOf(TagAwareCacheInterface::class, $pool);
        $plain = $kernel->getContainer()->get('plain');
        self::assertInstanceOf(TraceableAdapter::class, $plain);
        self::assertInstanceOf(KnownKeysAdapter::class, $plain->getPool());
        self::assertInstanceOf(PruneableInterface::class, $plain);
        self::assertInstanceOf(NamespacedPoolInterface::class, $plain);
        $item = $pool->getItem('a');
        self::assertInstanceOf(CacheItem::class, $item);
        $pool->save($item->set(1)->tag('x'));
        self::assertTrue($pool->hasItem('a'));
        $pool->invalidateTags(['x']);
        self::assertFalse($pool->hasItem('a'));
        $kernel->shutdown();
        restore_exception_handler();
    }

    public function testAPoolThatWouldRecomputeOverAQueueDoesSoAtOnce(): void
    {
        $kernel = new TestKernel(
            getenv('BLOOM_TEST_DIRECTORY') . '/symfony-early',
            static function (ContainerConfigurator $container): void {
                $container->extension('framework', [
                    'messenger' => [
                        'transports' => ['later' => 'in-memory://?serialize=true'],
                        'routing' => [EarlyExpirationMessage::class => 'later'],
                    ],
                    'cache' => ['pools' => ['early' => ['adapter' => 'cache.adapter.filesystem', 'early_expiration_message_bus' => 'messenger.default_bus']]],
                ]);
                $container->extension('bloom', [
                    'filters' => ['keys' => ['expected_items' => 1000, 'shared' => false]],
                    'pools' => ['early' => 'keys'],
                ]);
                $container->services()->set('names', Names::class)->public();
            },
            ['early', 'messenger.transport.later'],
        );
        $kernel->boot();
        $pool = $kernel->getContainer()->get('early');
        self::assertInstanceOf(KnownKeysAdapter::class, $pool);
        $queue = $kernel->getContainer()->get('messenger.transport.later');
        self::assertInstanceOf(InMemoryTransport::class, $queue);
        $compute = $kernel->getContainer()->get('names');
        \assert(\is_callable($compute));

        self::assertSame(['José'], $pool->get('a', $compute));
        $computed = 0;
        $recompute = static function () use (&$computed): array {
            $computed++;

            return ['José'];
        };
        self::assertSame(['José'], $pool->get('a', $recompute, INF));
        self::assertSame(1, $computed);
        self::assertSame(['José'], $pool->get('a', static fn(): array => ['not computed']));
        self::assertSame([], $queue->getSent(), 'The manual says that nothing is sent');
    }
}
