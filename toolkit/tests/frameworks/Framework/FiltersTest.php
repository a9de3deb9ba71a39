<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Framework;

use Bloom\CountingFilter;
use Bloom\DeletableFilter;
use Bloom\MembershipFilter;
use Bloom\NotFoundException;
use Bloom\RotatingFilter;
use Bloom\ScalableFilter;
use Bloom\SharedMemory;
use Bloom\StorageException;
use Bloom\Toolkit\Framework\FilterDefinition;
use Bloom\Toolkit\Framework\Filters;
use Bloom\Toolkit\Tests\Support\Php;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Filters by name, as both frameworks have them. */
final class FiltersTest extends TestCase
{
    protected function tearDown(): void
    {
        foreach (array_keys(SharedMemory::list()) as $name) {
            SharedMemory::drop($name);
        }
    }

    #[DataProvider('kinds')]
    public function testBeforeTheFirstBuildAFilterIsNotReadyAndAfterItKnowsItsSource(string $kind): void
    {
        $definition = $this->definition($kind, static fn(): array => ['a', 1]);
        $filter = (new Filters([$definition]))->get('test');

        self::assertFalse($filter->isReady());
        self::assertTrue($filter->mightContain('b'));
        self::assertSame(['x' => true, 7 => true], $filter->mightContainMany(['x' => 'a', 7 => 'b']));
        self::assertFalse($filter->add('b'));
        self::assertSame(0, $filter->addMany(['b']));
        self::assertSame([0, 0], [$filter->count(), $filter->generation()]);
        self::assertSame(['kind' => $kind, 'ready' => false], array_intersect_key($filter->info(), ['kind' => 1, 'ready' => 1]));
        $filter->reportFalsePositives();
        $filter->clear();
        self::assertFalse(SharedMemory::exists('test'));

        self::assertSame(2, $definition->build());
        self::assertTrue($filter->isReady());
        self::assertSame(['a' => true, '1' => true, 'b' => false], $this->answers($filter, 'a', '1', 'b'));
        self::assertTrue($filter->add('b'));
        self::assertSame($kind === 'counting', $filter instanceof DeletableFilter);
    }

    #[DataProvider('kinds')]
    public function testAFilterThatSomebodyMadeWithoutASourceIsNotReadyBeforeItIsBuilt(string $kind): void
    {
        match ($kind) {
            'bloom' => \BloomFilter::shared('test', 100, 0.01, null),
            'counting' => CountingFilter::shared('test', 100, 0.01, null),
            'scalable' => ScalableFilter::shared('test', 100, 0.01, null),
            default => RotatingFilter::shared('test', 100, 0.01, 86_400, 4, null),
        };
        $definition = $this->definition($kind, static fn(): array => ['a']);
        $filter = (new Filters([$definition]))->get('test');

        self::assertTrue($filter->mightContain('a'));
        self::assertFalse($filter->isReady());
        self::assertTrue((new Filters([$definition]))->get('test')->mightContain('a'), 'In another process');
        $definition->build();
        self::assertSame(['a' => true, 'b' => false], $this->answers($filter, 'a', 'b'));
    }

    /** @return iterable<string, array{string}> */
    public static function kinds(): iterable
    {
        foreach (FilterDefinition::KINDS as $kind) {
            yield $kind => [$kind];
        }
    }

    public function testWhatIsRemovedFromACountingFilterIsGone(): void
    {
        $definition = $this->definition('counting', static fn(): array => ['a']);
        $filter = (new Filters([$definition]))->get('test');
        self::assertInstanceOf(DeletableFilter::class, $filter);

        self::assertFalse($filter->remove('a'), 'Not built yet');
        $definition->build();
        self::assertTrue($filter->remove('a', $filter->generation()));
        self::assertFalse($filter->mightContain('a'));
    }

    public function testABuildReplacesWhatIsThereAndGrowsWithTheConfiguration(): void
    {
        $items = ['a'];
        $source = static function () use (&$items): array {
            return $items;
        };
        $this->definition('bloom', $source)->build();
        $items = ['b'];
        $this->definition('bloom', $source)->build();
        $filter = (new Filters([$this->definition('bloom', $source)]))->get('test');
        self::assertSame(['a' => false, 'b' => true], $this->answers($filter, 'a', 'b'));

        $larger = new FilterDefinition('test', 5000, items: $source, longestTransactionSeconds: 0);
        self::assertSame(1, $larger->build());
        self::assertSame(5000, $larger->open()?->info()['expected_items'] ?? null);
        self::assertSame(3, $larger->open()?->generation());
    }

    public function testASourceThatFailsLeavesTheFilterAsItWas(): void
    {
        $this->definition('bloom', static fn(): array => ['a'])->build();
        $failing = $this->definition('bloom', static function (): \Generator {
            yield 'b';
            throw new \DomainException('The database is away');
        });
        try {
            $failing->build();
            self::fail('The failure was swallowed');
        } catch (\DomainException) {
            self::assertSame(['a' => true, 'b' => false], $this->answers((new Filters([$failing]))->get('test'), 'a', 'b'));
        }
    }

    public function testABuildWaitsForTheLongestTransaction(): void
    {
        $definition = new FilterDefinition('test', 100, items: static fn(): array => [hrtime(true)], longestTransactionSeconds: 1);
        $begin = hrtime(true);
        $definition->build();

        self::assertGreaterThanOrEqual(1_000_000_000, hrtime(true) - $begin);
    }

    public function testOnFirstUseWhoeverNeedsTheFilterLoadsIt(): void
    {
        $loads = 0;
        $definition = new FilterDefinition('test', 100, items: static function () use (&$loads): array {
            $loads++;

            return ['A'];
        }, normalise: strtolower(...), longestTransactionSeconds: 0, isLoadedOnFirstUse: true);

        self::assertSame(['a' => true, 'b' => false], $this->answers((new Filters([$definition]))->get('test'), 'a', 'b'));
        self::assertTrue((new Filters([$definition]))->get('test')->isReady());
        self::assertSame(1, $loads);
    }

    public function testASourceThatFailsOnFirstUseIsAnExceptionThatGuardsUnderstand(): void
    {
        $definition = new FilterDefinition('test', 100, items: static fn(): never => throw new \DomainException('away'), longestTransactionSeconds: 0, isLoadedOnFirstUse: true);
        $filter = (new Filters([$definition]))->get('test');
        self::assertSame('Cannot load the filter test: away', $filter->info()['error']);
        SharedMemory::drop('test');

        $this->expectException(StorageException::class);
        $filter->mightContain('a');
    }

    public function testAPrivateFilterIsLoadedByEachProcessAndLeavesNoFile(): void
    {
        foreach (FilterDefinition::KINDS as $kind) {
            $definition = new FilterDefinition('test', 100, kind: $kind, isShared: false, items: static fn(): array => ['a']);
            self::assertSame(['a' => true, 'b' => false], $this->answers((new Filters([$definition]))->get('test'), 'a', 'b'));
        }
        self::assertFalse(SharedMemory::exists('test'));
        $this->expectExceptionMessage('it is private');
        (new FilterDefinition('test', 100, isShared: false, items: static fn(): array => ['a']))->build();
    }

    public function testWithoutASourceAFilterStartsEmptyAndIsNotBuilt(): void
    {
        $definition = new FilterDefinition('test', 100);
        $filter = (new Filters([$definition]))->get('test');

        self::assertFalse($filter->mightContain('a'));
        self::assertTrue($filter->isReady());
        $this->expectExceptionMessage('it has no source');
        $definition->build();
    }

    public function testWhatIsNotThereCannotBeRebuilt(): void
    {
        $this->expectException(NotFoundException::class);
        (new Filters([$this->definition('bloom', static fn(): array => [])]))->get('test')->rebuild(static fn(): null => null);
    }

    public function testWithoutTheExtensionTheSourceOfTruthIsAskedAndNothingIsLost(): void
    {
        $output = Php::run(__DIR__ . '/workers/without-extension.php');

        // taken, free; registered, revoked (both refused, since the filter of others would not know); revoked, not revoked;
        // cached before, cached now; ready
        $answers = '[true,false,false,false,true,false,true,false,false]';
        self::assertSame(implode('', array_map(static fn(string $kind): string => "{$kind} {$answers}\n", FilterDefinition::KINDS)), $output);
    }

    public function testMistakesOfTheConfigurationAreNamed(): void
    {
        foreach ([
            'of one of the kinds' => static fn(): FilterDefinition => new FilterDefinition('test', 1, kind: 'cuckoo'),
            'must not be negative' => static fn(): FilterDefinition => new FilterDefinition('test', 1, longestTransactionSeconds: -1),
            'There is no filter other in the configuration, but: test' => fn(): MembershipFilter => (new Filters([new FilterDefinition('test', 1)]))->get('other'),
            'yields null' => fn(): int => $this->definition('bloom', static fn(): array => [null])->build(),
        ] as $message => $mistake) {
            try {
                $mistake();
                self::fail("Not noticed: {$message}");
            } catch (\LogicException|\UnexpectedValueException $exception) {
                self::assertStringContainsString($message, $exception->getMessage());
            }
        }
    }

    /** @param \Closure(): iterable<mixed> $items */
    private function definition(string $kind, \Closure $items): FilterDefinition
    {
        return new FilterDefinition('test', 100, kind: $kind, items: $items, longestTransactionSeconds: 0);
    }

    /** @return array<bool> */
    private function answers(MembershipFilter $filter, string ...$items): array
    {
        return array_combine($items, array_map($filter->mightContain(...), $items));
    }
}
