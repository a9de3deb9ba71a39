<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Framework;

use Bloom\SharedMemory;
use Bloom\Toolkit\Framework\BuildCommand;
use Bloom\Toolkit\Framework\FilterDefinition;
use Bloom\Toolkit\Framework\Filters;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Input\ArrayInput;

/** Several filters are built with one wait, during which all of them are announced. */
final class BuildCommandTest extends TestCase
{
    protected function tearDown(): void
    {
        foreach (array_keys(SharedMemory::list()) as $name) {
            SharedMemory::drop($name);
        }
    }

    #[DataProvider('beginnings')]
    public function testOneWaitIsAnnouncedAndEndsBeforeAnySourceIsRead(bool $isThere): void
    {
        $readAt = [];
        $definitions = [];
        foreach (['a' => 0, 'b' => 1, 'c' => 0] as $name => $seconds) {
            $definitions[] = new FilterDefinition($name, 100, items: static function () use ($name, &$readAt): array {
                $readAt[$name] = hrtime(true);

                return [$name];
            }, longestTransactionSeconds: $seconds);
        }
        if ($isThere) {
            array_map(static fn(string $name): \BloomFilter => \BloomFilter::shared($name, 100, 0.01, static fn(): null => null), ['a', 'b', 'c']);
        }
        $output = new WatchfulOutput('Waiting');
        $output->onLine = static fn(): array => array_map(static fn(string $name): mixed => SharedMemory::attach($name)->info()['loading_pid'], ['a', 'b', 'c']);

        self::assertSame(0, (new BuildCommand(new Filters($definitions)))->run(new ArrayInput([]), $output), $output->text);
        self::assertSame([[getmypid(), getmypid(), getmypid()]], $output->seen);
        self::assertSame(['a', 'b', 'c'], array_keys($readAt));
        self::assertGreaterThanOrEqual(1_000_000_000, $readAt['a'] - $output->seenAt);
        self::assertMatchesRegularExpression('/Waiting 1 s .*a: built.*b: built.*c: built/s', $output->text);
        foreach (['a', 'b', 'c'] as $name) {
            self::assertSame([true, false], [SharedMemory::attach($name)->mightContain($name), SharedMemory::attach($name)->mightContain('other')]);
        }
    }

    /** @return iterable<string, array{bool}> */
    public static function beginnings(): iterable
    {
        yield 'for the first time' => [false];
        yield 'anew' => [true];
    }

    public function testWhatIsAddedDuringTheWaitIsInEveryNewVersion(): void
    {
        $definitions = array_map(
            static fn(string $name): FilterDefinition => new FilterDefinition($name, 100, items: static fn(): array => [], longestTransactionSeconds: 1),
            ['a', 'b'],
        );
        array_map(static fn(FilterDefinition $definition): int => $definition->build(wait: static fn(): null => null), $definitions);
        $output = new WatchfulOutput('Waiting');
        $output->onLine = static fn(): array => array_map(static fn(string $name): bool => SharedMemory::attach($name)->add('new'), ['a', 'b']);

        self::assertSame(0, (new BuildCommand(new Filters($definitions)))->run(new ArrayInput([]), $output), $output->text);
        self::assertTrue(SharedMemory::attach('a')->mightContain('new'));
        self::assertTrue(SharedMemory::attach('b')->mightContain('new'));
    }

    public function testOneThatFailsOrIsBuiltByAnotherKeepsNoneFromBeingBuilt(): void
    {
        $source = static fn(): array => ['item'];
        $definitions = [
            new FilterDefinition('a', 100, items: $source, longestTransactionSeconds: 0),
            new FilterDefinition('fails', 100, items: static fn(): never => throw new \DomainException('away'), longestTransactionSeconds: 0),
            new FilterDefinition('busy', 100, items: $source, longestTransactionSeconds: 0),
            new FilterDefinition('z', 100, items: $source, longestTransactionSeconds: 0),
        ];
        $output = new WatchfulOutput('Waiting');
        \BloomFilter::shared('busy', 100, 0.01, static function () use ($definitions, $output): void {
            self::assertSame(1, (new BuildCommand(new Filters($definitions)))->run(new ArrayInput([]), $output), $output->text);
        });

        self::assertMatchesRegularExpression('/fails: away/', $output->text);
        self::assertMatchesRegularExpression('/\[ERROR\] busy:/', $output->text);
        self::assertMatchesRegularExpression('/a: built from 1 items.*z: built from 1 items/s', $output->text);
        self::assertTrue(SharedMemory::attach('a')->mightContain('item'));
        self::assertTrue(SharedMemory::attach('z')->mightContain('item'));
    }
}
