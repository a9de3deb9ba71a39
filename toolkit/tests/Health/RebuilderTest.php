<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Health;

use Bloom\FilterFullException;
use Bloom\MembershipFilter;
use Bloom\StorageException;
use Bloom\Toolkit\Health\Rebuilder;
use Bloom\Toolkit\Health\RebuildRejectedException;
use Bloom\Toolkit\Tests\Support\SpyLogger;
use Bloom\Toolkit\Tests\Support\StubFilter;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class RebuilderTest extends TestCase
{
    private \BloomFilter $filter;
    private int $loads = 0;

    protected function setUp(): void
    {
        $this->filter = new \BloomFilter(100, 0.01);
    }

    /** @param int $mostLoads one, unless the old filter is so full that what it holds cannot be told */
    #[DataProvider('sizes')]
    public function testTheNewVersionIsAsLargeAsWhatItHoldsNeeds(int $items, int $mostLoads): void
    {
        $this->fill($items);
        self::assertTrue((new Rebuilder())->rebuild($this->filter, $this->loader($items), 0));

        $info = $this->filter->info();
        self::assertFalse($info['saturated']);
        self::assertGreaterThanOrEqual($items, $info['expected_items']);
        self::assertLessThan(16 * $items, $info['expected_items']);
        self::assertLessThanOrEqual($mostLoads, $this->loads);
        self::assertHolds($items);
    }

    /** @return list<array{int, int}> */
    public static function sizes(): array
    {
        return [[150, 1], [400, 1], [8000, 2]];
    }

    public function testItDoesNotShrink(): void
    {
        $this->fill(10);
        (new Rebuilder())->rebuild($this->filter, $this->loader(10), 0);

        self::assertSame(100, $this->filter->info()['expected_items']);
    }

    public function testANewVersionThatLacksMuchIsThrownAway(): void
    {
        $this->fill(100);
        try {
            (new Rebuilder())->rebuild($this->filter, $this->loader(45), 0);
            self::fail('Used');
        } catch (RebuildRejectedException) {
            self::assertSame(1, $this->filter->generation());
            self::assertHolds(100);
        }
    }

    public function testWhereMuchWasDeletedThatCanBeAllowed(): void
    {
        $this->fill(100);
        (new Rebuilder(keptShare: 0.0))->rebuild($this->filter, $this->loader(0), 0);

        self::assertSame(0, $this->filter->count());
    }

    public function testALoaderThatFailsLeavesTheCurrentVersion(): void
    {
        $this->fill(100);
        try {
            (new Rebuilder())->rebuild($this->filter, static function (MembershipFilter $next): never {
                $next->add('item 0');
                throw new \LogicException('The source is down');
            }, 0);
        } catch (\LogicException) {
            self::assertSame(1, $this->filter->generation());
            self::assertHolds(100);
        }
    }

    public function testALoaderThatNeverFitsIsGivenUpAndLeavesTheCurrentVersion(): void
    {
        $this->fill(100);
        $logger = new SpyLogger();
        try {
            (new Rebuilder(logger: $logger))->rebuild($this->filter, static function (MembershipFilter $next): void {
                $expected = $next->info()['expected_items'];
                \assert(\is_int($expected));
                for ($i = 0; $i < 3 * $expected; $i++) {
                    $next->add("item {$i}");
                }
            }, 0);
            self::fail('Used');
        } catch (RebuildRejectedException) {
            self::assertSame(1, $this->filter->generation());
            self::assertHolds(100);
            self::assertSame(array_fill(0, 5, 'notice'), array_column($logger->records, 0));
        }
    }

    public function testAVersionThatIsFullIsTriedLarger(): void
    {
        (new Rebuilder())->rebuild($this->filter, function (MembershipFilter $next): void {
            if (++$this->loads === 1) {
                throw new FilterFullException('The filter is full');
            }
            $next->add('item 0');
        }, 0);

        self::assertSame(200, $this->filter->info()['expected_items']);
        self::assertHolds(1);
    }

    public function testTheLongestTransactionIsWaitedOutAfterTheRebuildIsAnnouncedAndBeforeTheSourceIsRead(): void
    {
        $filter = new class extends StubFilter {
            public int $announcedAt = 0;

            public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void
            {
                $this->announcedAt = hrtime(true);
                parent::rebuild($loader);
            }
        };
        $readAt = 0;
        (new Rebuilder())->rebuild($filter, static function () use (&$readAt): void {
            $readAt = hrtime(true);
        }, 1);

        self::assertGreaterThanOrEqual(1_000_000_000, $readAt - $filter->announcedAt);
    }

    public function testAnotherProcessThatRebuildsIsLeftAlone(): void
    {
        $filter = self::refusing();
        $filter->info['loading_pid'] = 17;
        self::assertFalse((new Rebuilder())->rebuild($filter, static fn(): bool => true, 0));
        unset($filter->info['loading_pid']);

        $this->expectException(StorageException::class);
        (new Rebuilder())->rebuild($filter, static fn(): bool => true, 0);
    }

    private static function refusing(): StubFilter
    {
        return new class extends StubFilter {
            public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void
            {
                throw new StorageException('Cannot rebuild the filter: another process does, or there is no space');
            }
        };
    }

    private function fill(int $items): void
    {
        ($this->loader($items))($this->filter);
        $this->loads = 0;
    }

    /** @return \Closure(MembershipFilter): void */
    private function loader(int $items): \Closure
    {
        return function (MembershipFilter $filter) use ($items): void {
            $this->loads++;
            for ($i = 0; $i < $items; $i++) {
                $filter->add("item {$i}");
            }
        };
    }

    private function assertHolds(int $items): void
    {
        for ($i = 0; $i < $items; $i++) {
            self::assertTrue($this->filter->mightContain("item {$i}"));
        }
    }
}
