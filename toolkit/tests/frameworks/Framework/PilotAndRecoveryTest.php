<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Framework;

use Bloom\DeletableFilter;
use Bloom\SharedMemory;
use Bloom\Toolkit\Filter\AnsweredBy;
use Bloom\Toolkit\Framework\FilterDefinition;
use Bloom\Toolkit\Framework\Filters;
use Bloom\Toolkit\Framework\InspectCommand;
use Bloom\Toolkit\Framework\PilotSettings;
use Bloom\Toolkit\Framework\RebuildCommand;
use Bloom\Toolkit\Framework\RecoverySettings;
use Bloom\Toolkit\Health\Cause;
use Bloom\Toolkit\Health\Policy;
use Bloom\Toolkit\Health\RebuildRejectedException;
use Bloom\Toolkit\Health\RebuildRequest;
use Bloom\Toolkit\Pilot\FileReport;
use Bloom\Toolkit\Pilot\Shadow;
use Bloom\Toolkit\Tests\Support\SpyLogger;
use Bloom\Toolkit\UniqueGuard;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Clock\MockClock;
use Symfony\Component\Console\Tester\CommandTester;

/** Filters that are tried out, and that recover, because their settings say so. */
final class PilotAndRecoveryTest extends TestCase
{
    private string $directory;
    private SpyLogger $logger;
    private MockClock $clock;
    /** @var list<RebuildRequest> */
    private array $requests = [];
    /** @var list<string> */
    private array $rows = ['a'];
    private int $queries = 0;

    protected function setUp(): void
    {
        $this->directory = getenv('BLOOM_TEST_DIRECTORY') . '/pilot-' . bin2hex(random_bytes(4));
        mkdir($this->directory);
        $this->logger = new SpyLogger();
        $this->clock = new MockClock();
    }

    protected function tearDown(): void
    {
        foreach (array_keys(SharedMemory::list()) as $name) {
            SharedMemory::drop($name);
        }
    }

    public function testAFilterOnTrialIsFilledAndNeverBelieved(): void
    {
        $definition = $this->definition(pilot: new PilotSettings("{$this->directory}/figures"));
        $definition->build();
        $filters = new Filters([$definition], $this->logger);
        $guard = $this->guard($filters);

        self::assertSame([true, false], [$guard->isTaken('a'), $guard->isTaken('b')]);
        self::assertSame(2, $this->queries);
        $guard->register('c', fn(): int => array_push($this->rows, 'c'));
        self::assertTrue(SharedMemory::attach('test')->mightContain('c'));
        unset($filters, $guard);
        $figures = (new FileReport("{$this->directory}/figures"))->figures()['source'] ?? [];
        self::assertSame([2, 1, 1, 0], [$figures['questions'] ?? 0, $figures['found'] ?? 0, $figures['spared'] ?? 0, $figures['disagreements'] ?? null]);
    }

    public function testWhatTheFilterLacksIsReported(): void
    {
        $lacks = [];
        $figures = [];
        $definition = $this->definition(pilot: new PilotSettings(
            static function (array $new) use (&$figures): void {
                $figures = $new;
            },
            static function (string $item, AnsweredBy $by) use (&$lacks): void {
                $lacks[] = [$item, $by];
            },
        ));
        $definition->build();
        $this->rows[] = 'written past the guard';
        $filters = new Filters([$definition], $this->logger);

        self::assertTrue($this->guard($filters)->isTaken('written past the guard'));
        self::assertSame([['written past the guard', AnsweredBy::Source]], $lacks);
        self::assertSame(['critical'], array_column($this->logger->records, 0));
        unset($filters);
        /** @var array{source?: array{disagreements?: int}} $figures */
        self::assertSame(1, $figures['source']['disagreements'] ?? 0);
    }

    public function testAFilterThatErrsTooOftenIsBypassedAndRebuiltByTheWorker(): void
    {
        $definition = $this->definition(10, recovery: $this->recovery());
        $definition->build();
        $filters = new Filters([$definition], $this->logger, $this->clock);
        $guard = $this->guard($filters);
        for ($i = 0; $i < 500; $i++) {
            $guard->register("user{$i}", fn(): int => array_push($this->rows, "user{$i}"));
        }
        $this->clock->sleep(60);
        $guard = $this->guard(new Filters([$definition], $this->logger, $this->clock));
        $this->queries = 0;
        self::assertSame([true, false], [$guard->isTaken('user7'), $guard->isTaken('free')]);
        self::assertSame(2, $this->queries, 'It is not bypassed');
        self::assertSame(Cause::EstimatedRate, $definition->recovery?->bypassedFor());
        self::assertSame(['test'], array_column($this->requests, 'filter'));

        self::assertTrue($filters->rebuild($this->requests[0]->filter));
        self::assertGreaterThan(500, SharedMemory::attach('test')->info()['expected_items']);
        $this->clock->sleep(60);
        $guard = $this->guard(new Filters([$definition], $this->logger, $this->clock));
        $this->queries = 0;
        self::assertSame([true, false, false], [$guard->isTaken('user7'), $guard->isTaken('free'), $guard->isTaken('free, too')]);
        self::assertSame(1, $this->queries, 'It is still bypassed');
        self::assertCount(1, $this->requests);
    }

    public function testTheOrdinaryBuildKeepsTheSizeThatARecoveryGave(): void
    {
        $definition = $this->definition(10, recovery: $this->recovery());
        $this->rows = array_map(static fn(int $i): string => "user{$i}", range(1, 500));
        $definition->build();
        (new Filters([$definition]))->rebuild('test');
        $expected = SharedMemory::attach('test')->info()['expected_items'];
        self::assertSame(500, $definition->build());

        self::assertSame($expected, SharedMemory::attach('test')->info()['expected_items']);
    }

    /** @param \Closure(string): RecoverySettings $recovery */
    #[DataProvider('failures')]
    public function testWhatFailsBesideAFilterSpoilsNoAnswer(?PilotSettings $pilot, ?\Closure $recovery): void
    {
        $state = "{$this->directory}/state";
        $definition = $this->definition($recovery === null ? 1000 : 10, $pilot, $recovery === null ? null : $recovery($state));
        $this->rows = array_map(static fn(int $i): string => "user{$i}", range(1, 500));
        $definition->build();
        $this->rows[] = 'written past the guard';
        $filters = new Filters([$definition], $this->logger, $this->clock);
        $guard = $this->guard($filters);

        self::assertTrue($guard->isTaken('user7'));
        self::assertFalse($guard->isTaken('free'));
        if ($pilot !== null) {
            self::assertTrue($guard->isTaken('written past the guard'));
        }
        $guard->register('new', fn(): int => array_push($this->rows, 'new'));
        self::assertTrue($guard->isTaken('new'));
        unset($filters, $guard);
        self::assertContains('error', array_column($this->logger->records, 0));
    }

    /** @return iterable<string, array{?PilotSettings, ?\Closure(string): RecoverySettings}> */
    public static function failures(): iterable
    {
        $fails = static fn(): never => throw new \RuntimeException('away');
        $errs = static fn(): never => throw new \TypeError('a mistake in it');
        yield 'a report that fails' => [new PilotSettings($fails), null];
        yield 'a report with a mistake' => [new PilotSettings($errs), null];
        yield 'a report in no directory' => [new PilotSettings('/nowhere/figures'), null];
        yield 'who is told of disagreements' => [new PilotSettings(null, $errs), null];
        yield 'a request that fails' => [null, static fn(string $file): RecoverySettings => new RecoverySettings($file, $fails)];
        yield 'a request with a mistake' => [null, static fn(string $file): RecoverySettings => new RecoverySettings($file, $errs)];
        yield 'a state in no directory' => [null, static fn(string $file): RecoverySettings => new RecoverySettings('/nowhere/state', $fails)];
        yield 'all at once' => [new PilotSettings($errs, $errs), static fn(string $file): RecoverySettings => new RecoverySettings($file, $errs)];
    }

    public function testWhatCanForgetStillCanBehindBoth(): void
    {
        $definition = $this->definition(100, new PilotSettings("{$this->directory}/figures"), $this->recovery(), 'counting');
        $definition->build();
        $filter = (new Filters([$definition], $this->logger))->get('test');

        self::assertInstanceOf(Shadow::class, $filter);
        self::assertInstanceOf(DeletableFilter::class, $filter);
        self::assertTrue($filter->remove('a', $filter->generation()));
        self::assertFalse(SharedMemory::attach('test')->mightContain('a'));
        self::assertNotInstanceOf(DeletableFilter::class, (new Filters([$this->definition(pilot: new PilotSettings())]))->get('test'));
    }

    public function testABypassedFilterOnTrialIsReportedAsOne(): void
    {
        $definition = $this->definition(10, new PilotSettings("{$this->directory}/figures"), $this->recovery());
        $this->rows = array_map(static fn(int $i): string => "user{$i}", range(1, 500));
        $definition->build();
        $filters = new Filters([$definition], $this->logger, $this->clock);
        self::assertFalse($this->guard($filters)->isTaken('free'));
        unset($filters);

        self::assertSame(1, (new FileReport("{$this->directory}/figures"))->figures()['source']['unsure'] ?? 0);
        self::assertCount(1, $this->requests);
    }

    public function testBeforeTheFirstBuildBothAreNotReadyAndARebuildIsABuild(): void
    {
        $definition = $this->definition(10, new PilotSettings("{$this->directory}/figures"), $this->recovery());
        $filters = new Filters([$definition], $this->logger, $this->clock);
        self::assertSame([true, false], [$this->guard($filters)->isTaken('a'), $this->guard($filters)->isTaken('b')]);
        self::assertSame([], $this->requests);

        self::assertTrue($filters->rebuild('test'));
        self::assertTrue(SharedMemory::attach('test')->mightContain('a'));
        self::assertFalse(SharedMemory::attach('test')->mightContain('b'));
    }

    public function testASourceThatHasLostHalfIsNotBelievedUnlessSaidSo(): void
    {
        $definition = $this->definition(recovery: $this->recovery());
        $this->rows = ['a', 'b', 'c', 'd'];
        $definition->build();
        $this->rows = ['a'];
        $filters = new Filters([$definition]);
        try {
            $filters->rebuild('test');
            self::fail('A quarter of the source was taken for all of it');
        } catch (RebuildRejectedException) {
            self::assertTrue(SharedMemory::attach('test')->mightContain('d'));
        }
        self::assertTrue($filters->rebuild('test', 0.0));
        self::assertFalse(SharedMemory::attach('test')->mightContain('d'));
    }

    public function testAFilterWithoutASourceStartsEmptyOnlyIfThatIsSaid(): void
    {
        $definition = new FilterDefinition('test', 10, longestTransactionSeconds: 0, recovery: $this->recovery(startsEmpty: true));
        $filters = new Filters([$definition], $this->logger, $this->clock);
        $filters->get('test')->addMany(array_map(strval(...), range(1, 500)));
        self::assertTrue($filters->rebuild('test'));
        self::assertGreaterThan(500, SharedMemory::attach('test')->info()['expected_items']);
        self::assertSame(0, SharedMemory::attach('test')->count());

        $this->expectExceptionMessage('it has no source');
        (new Filters([new FilterDefinition('test', 10)]))->rebuild('test');
    }

    public function testInspectingSaysWhatIsOnTrialAndWhatIsBypassed(): void
    {
        $definition = $this->definition(10, new PilotSettings("{$this->directory}/figures"), $this->recovery());
        $definition->build();
        $filters = new Filters([$definition], $this->logger, $this->clock);
        $inspect = new CommandTester(new InspectCommand($filters));
        self::assertSame(0, $inspect->execute([]));
        self::assertStringContainsString('ready, on trial', $inspect->getDisplay());
        self::assertStringNotContainsString('Decided by', $inspect->getDisplay());

        $this->rows = array_map(static fn(int $i): string => "user{$i}", range(1, 500));
        $definition->build();
        self::assertSame(1, $inspect->execute([]), 'It holds more than it was made for');
        $guarded = new Filters([$definition], $this->logger, $this->clock);
        $this->guard($guarded)->isTaken('user7');
        unset($guarded);
        self::assertSame(1, $inspect->execute([]));
        self::assertStringContainsString('ready, bypassed for its estimated rate, on trial', $inspect->getDisplay());
        self::assertMatchesRegularExpression('/test +source +1 +1 +0 +0 +0 +1 /', $inspect->getDisplay());
        $inspect->execute(['--json' => true]);
        $json = json_decode($inspect->getDisplay(), true);
        /** @var array{test: array{bypassed_for: ?string, pilot: array{source: array{questions: int}}}} $json */
        self::assertSame(['estimated rate', 1], [$json['test']['bypassed_for'], $json['test']['pilot']['source']['questions']]);
    }

    public function testADisagreementMakesTheInspectionFail(): void
    {
        $definition = $this->definition(pilot: new PilotSettings("{$this->directory}/figures"));
        $definition->build();
        $this->rows[] = 'written past the guard';
        $filters = new Filters([$definition], $this->logger);
        $this->guard($filters)->isTaken('written past the guard');
        unset($filters);

        self::assertSame(1, (new CommandTester(new InspectCommand(new Filters([$definition]))))->execute([]));
    }

    public function testTheCommandRebuildsAtTheRightSizeAndSaysWhatItDidNot(): void
    {
        $definition = $this->definition(10, recovery: $this->recovery());
        $this->rows = array_map(static fn(int $i): string => "user{$i}", range(1, 500));
        $definition->build();
        $rebuild = new CommandTester(new RebuildCommand(new Filters([$definition])));
        self::assertSame(0, $rebuild->execute(['filter' => ['test']]));
        self::assertMatchesRegularExpression('/^test: built anew for \d+ items$/m', $rebuild->getDisplay());
        self::assertGreaterThan(500, SharedMemory::attach('test')->info()['expected_items']);

        $this->rows = ['a'];
        self::assertSame(1, $rebuild->execute(['filter' => ['test']]));
        self::assertStringContainsString('is the source complete?', (string) preg_replace('/\s+/', ' ', $rebuild->getDisplay()));
        self::assertSame(2, $rebuild->execute(['filter' => ['test'], '--kept-share' => '2']));
        self::assertSame(0, $rebuild->execute(['filter' => ['test'], '--kept-share' => '0']));
        self::assertSame(1, $rebuild->execute(['filter' => ['other']]));
    }

    public function testMistakesOfTheSettingsAreNamed(): void
    {
        $items = static fn(): array => [];
        foreach ([
            'The file of a report must have an absolute path, "figures" given' => static fn(): PilotSettings => new PilotSettings('figures'),
            'The file of a state must have an absolute path, "state" given' => static fn(): RecoverySettings => new RecoverySettings('state', $items),
            'headroom must be at least 1' => static fn(): RecoverySettings => new RecoverySettings('/state', $items, headroom: 0.9),
            'keptShare from 0 to 1' => static fn(): RecoverySettings => new RecoverySettings('/state', $items, keptShare: 1.1),
            'is private, and cannot recover' => fn(): FilterDefinition => new FilterDefinition('test', 1, isShared: false, items: $items, recovery: $this->recovery()),
            'have a source, or be said to start empty' => fn(): FilterDefinition => new FilterDefinition('test', 1, recovery: $this->recovery()),
            'not start empty: it has a source' => fn(): FilterDefinition => new FilterDefinition('test', 1, items: $items, recovery: $this->recovery(startsEmpty: true)),
        ] as $message => $mistake) {
            try {
                $mistake();
                self::fail("Not noticed: {$message}");
            } catch (\InvalidArgumentException $exception) {
                self::assertStringContainsString($message, $exception->getMessage());
            }
        }
    }

    private function definition(
        int $expectedItems = 100,
        ?PilotSettings $pilot = null,
        ?RecoverySettings $recovery = null,
        string $kind = 'bloom',
    ): FilterDefinition {
        return new FilterDefinition(
            'test',
            $expectedItems,
            kind: $kind,
            items: fn(): array => $this->rows,
            longestTransactionSeconds: 0,
            pilot: $pilot,
            recovery: $recovery,
        );
    }

    private function recovery(bool $startsEmpty = false): RecoverySettings
    {
        return new RecoverySettings("{$this->directory}/state", function (RebuildRequest $request): void {
            $this->requests[] = $request;
        }, new Policy(), startsEmpty: $startsEmpty);
    }

    private function guard(Filters $filters): UniqueGuard
    {
        return new UniqueGuard($filters->get('test'), function (string $value): bool {
            $this->queries++;

            return \in_array($value, $this->rows, true);
        }, logger: $this->logger);
    }
}
