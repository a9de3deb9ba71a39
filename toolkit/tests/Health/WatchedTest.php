<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Health;

use Bloom\DeletableFilter;
use Bloom\Toolkit\Health\Cause;
use Bloom\Toolkit\Health\Policy;
use Bloom\Toolkit\Health\RebuildRequest;
use Bloom\Toolkit\Health\Watched;
use Bloom\Toolkit\Tests\Support\SpyLogger;
use Bloom\Toolkit\Tests\Support\StubDeletableFilter;
use Bloom\Toolkit\Tests\Support\StubFilter;
use Bloom\Toolkit\UniqueGuard;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Clock\MockClock;

/** In one process, with a filter whose readings are given; each object stands for a request of a process. */
final class WatchedTest extends TestCase
{
    private StubFilter $filter;
    private MockClock $clock;
    private SpyLogger $logger;
    private string $stateFile;
    /** @var list<RebuildRequest> */
    private array $requests = [];
    /** @var ?\Closure(): mixed */
    private ?\Closure $onRequest = null;

    protected function setUp(): void
    {
        $this->filter = new StubFilter();
        $this->readings([]);
        $this->clock = new MockClock('2026-01-01 00:00:00 UTC');
        $this->logger = new SpyLogger();
        $this->stateFile = sys_get_temp_dir() . '/bloom-health-' . bin2hex(random_bytes(6));
    }

    protected function tearDown(): void
    {
        @unlink($this->stateFile);
    }

    public function testAHealthyFilterIsUsed(): void
    {
        $filter = $this->watched();

        self::assertTrue($filter->add('a'));
        self::assertSame(1, $filter->addMany(['b']));
        self::assertTrue($filter->mightContain('a'));
        self::assertFalse($filter->mightContain('c'));
        self::assertSame(['x' => true, 'y' => false], $filter->mightContainMany(['x' => 'b', 'y' => 'c']));
        self::assertTrue($filter->isReady());
        self::assertSame([], $this->requests);
        self::assertSame([], $this->logger->records);
    }

    public function testAFilterThatIsNotReadyIsNotLookedThrough(): void
    {
        $filter = new class (isReady: false) extends StubFilter {
            public function info(): array
            {
                throw new \LogicException('Every request would pay for this until the filter is loaded');
            }
        };
        self::assertTrue(Watched::of($filter, 'emails', $this->stateFile, static fn(): bool => true, logger: $this->logger)->mightContain('a'));
        self::assertSame([], $this->logger->records);
    }

    public function testAFilterThatErrsTooOftenIsBypassedAndGoesOnLearning(): void
    {
        $this->readings(['estimated_false_positive_rate' => 0.51]);
        $filter = $this->watched();

        self::assertTrue($filter->mightContain('nothing'));
        self::assertSame(['x' => true], $filter->mightContainMany(['x' => 'nothing']));
        self::assertFalse($filter->isReady());
        self::assertFalse($filter->add('a'));
        self::assertSame(0, $filter->addMany(['b']));
        self::assertSame(['a', 'b'], $this->filter->adds);
    }

    public function testWhileBypassedAGuardAsksTheSourceAndBlamesNobody(): void
    {
        $this->readings(['estimated_false_positive_rate' => 0.9]);
        $this->filter->add('taken');
        $guard = new UniqueGuard($this->watched(), static fn(string $value): bool => $value === 'taken');

        self::assertTrue($guard->isTaken('taken'));
        self::assertFalse($guard->isTaken('free'));
        self::assertSame(0, $this->filter->falsePositives);
    }

    /** @param array<string, mixed> $readings */
    #[DataProvider('complaints')]
    public function testARebuildIsRequestedOnceForAllProcesses(array $readings, Cause $cause, bool $isBypassed): void
    {
        $this->readings($readings);
        self::assertSame($isBypassed, $this->watched()->isBypassed());
        self::assertSame($isBypassed, $this->watched()->isBypassed());
        $this->clock->sleep(10);
        self::assertSame($isBypassed, $this->watched()->isBypassed());

        self::assertCount(1, $this->requests);
        self::assertSame($cause, $this->requests[0]->cause);
        self::assertSame('test', $this->requests[0]->filter);
        self::assertSame($isBypassed ? ['error', 'notice'] : ['notice'], array_column($this->logger->records, 0));
    }

    /** @return array<string, array{array<string, mixed>, Cause, bool}> */
    public static function complaints(): array
    {
        return [
            'rate, much' => [['estimated_false_positive_rate' => 0.51], Cause::EstimatedRate, true],
            'rate, a little' => [['estimated_false_positive_rate' => 0.021], Cause::EstimatedRate, false],
            'fill' => [['count' => 1001], Cause::Fill, false],
        ];
    }

    /** @param array<string, mixed> $readings */
    #[DataProvider('noComplaints')]
    public function testNothingIsDoneWithoutNeed(array $readings): void
    {
        $this->readings($readings);

        self::assertFalse($this->watched()->isBypassed());
        self::assertSame([], $this->requests);
    }

    /** @return array<string, array{array<string, mixed>}> */
    public static function noComplaints(): array
    {
        return [
            'rate' => [['estimated_false_positive_rate' => 0.019]],
            'fill' => [['count' => 1000]],
            'a filter that grows' => [['count' => 100_000, 'kind' => 'scalable']],
            'not ready' => [['estimated_false_positive_rate' => 0.9, 'ready' => false]],
        ];
    }

    public function testItIsUsedAgainOnlyWhenItsRateIsAsItShouldBe(): void
    {
        foreach ([[0.6, true], [0.4, true], [0.021, true], [0.019, false], [0.4, false]] as [$rate, $isBypassed]) {
            $this->readings(['estimated_false_positive_rate' => $rate]);
            self::assertSame($isBypassed, $this->watched()->isBypassed(), "At {$rate}");
            $this->clock->sleep(10);
        }

        self::assertSame(['error', 'notice', 'notice'], array_column($this->logger->records, 0), 'Bypassed, requested, used');
    }

    public function testTheRateThatIsReportedCountsToo(): void
    {
        $this->beginMeasurement();
        $this->lookup(absent: 100, wrong: 99);
        self::assertFalse($this->watched()->isBypassed(), 'Too few to tell');
        $this->pass();
        $this->lookup(absent: 0, wrong: 1);
        self::assertFalse($this->watched()->isBypassed());
        self::assertSame([Cause::MeasuredRate], array_column($this->requests, 'cause'));
        self::assertSame(0.5, $this->requests[0]->rate);
        $this->pass();
        $this->lookup(absent: 49, wrong: 151);
        self::assertTrue($this->watched()->isBypassed());
    }

    public function testAfterABadMeasurementOnlyAnotherVersionIsTrusted(): void
    {
        $this->measureBadly();
        self::assertTrue($this->watched()->isBypassed());
        $this->pass();
        self::assertTrue($this->watched()->isBypassed(), 'Nothing was measured, since it was not asked');
        $this->pass();
        $this->filter->generation = 2;
        foreach (['what other processes had yet to say of the last version', 'the same, later'] as $report) {
            $this->lookup(absent: 0, wrong: 1000);
            self::assertFalse($this->watched()->isBypassed(), $report);
            $this->pass();
        }
        $this->lookup(absent: 0, wrong: 1000);
        self::assertTrue($this->watched()->isBypassed(), 'This one is no better');
    }

    public function testALongHealthyPastDoesNotHideWhatIsWrongNow(): void
    {
        $this->beginMeasurement();
        $this->lookup(absent: 1_000_000, wrong: 50);
        $this->watched()->check();
        $this->pass();
        $this->lookup(absent: 10, wrong: 100);

        self::assertTrue($this->watched()->isBypassed());
    }

    public function testRebuildsThatDoNotHelpBecomeRare(): void
    {
        $this->readings(['estimated_false_positive_rate' => 0.9]);
        $requestedAt = [];
        $this->onRequest = function () use (&$requestedAt): void {
            $requestedAt[] = $this->clock->now()->getTimestamp() - 1_767_225_600;
        };
        for ($i = 0; $i < 1000; $i++) {
            $this->watched()->check();
            $this->pass();
        }

        self::assertSame([0, 600, 1800, 4200, 9000], $requestedAt);
    }

    public function testAfterALongHealthyTimeTheFirstRebuildIsRequestedAtOnceAndTheSecondAfterTheShortestTime(): void
    {
        foreach ([[0.9, 600], [0.9, 1200], [0.001, 1200], [0.9, 590], [0.9, 10], [0.9, 10]] as [$rate, $seconds]) {
            $this->readings(['estimated_false_positive_rate' => $rate]);
            $this->watched()->check();
            $this->clock->sleep($seconds);
        }

        self::assertCount(4, $this->requests);
    }

    public function testABriefRecoveryDoesNotEndTheCoolDown(): void
    {
        foreach ([0.9, 0.001, 0.9, 0.001, 0.9] as $rate) {
            $this->readings(['estimated_false_positive_rate' => $rate]);
            $this->watched()->check();
            $this->pass();
        }

        self::assertCount(1, $this->requests);
    }

    public function testNothingIsRequestedWhileARebuildIsUnderWay(): void
    {
        $this->readings(['estimated_false_positive_rate' => 0.9, 'loading_pid' => 17]);

        self::assertTrue($this->watched()->isBypassed());
        self::assertSame([], $this->requests);
    }

    public function testARebuildInTheCallbackEndsTheBypassAtOnce(): void
    {
        $this->readings(['estimated_false_positive_rate' => 0.9]);
        $this->onRequest = function (): void {
            $this->filter->rebuild(static fn(): bool => true);
            $this->readings([]);
        };

        self::assertFalse($this->watched()->mightContain('nothing'));
        self::assertCount(1, $this->requests);
    }

    public function testACallbackThatFailsIsLoggedAndNotRepeatedBeforeTheCoolDown(): void
    {
        $this->readings(['estimated_false_positive_rate' => 0.9]);
        $this->onRequest = static fn(): never => throw new \RuntimeException('The queue is down');
        self::assertTrue($this->watched()->mightContain('nothing'));
        $this->pass();
        self::assertTrue($this->watched()->mightContain('nothing'));

        self::assertCount(1, $this->requests);
        self::assertSame(['error', 'notice', 'error'], array_column($this->logger->records, 0));
    }

    public function testAProcessLooksOnlyIfNoneHasForSomeTime(): void
    {
        $this->watched()->check();
        $this->readings(['estimated_false_positive_rate' => 0.9]);
        $this->clock->sleep(9);
        self::assertFalse($this->watched()->isBypassed());
        $this->clock->sleep(1);
        self::assertTrue($this->watched()->isBypassed());
    }

    public function testAClockThatWasSetBackDoesNotStopTheWatch(): void
    {
        $this->watched()->check();
        $this->readings(['estimated_false_positive_rate' => 0.9]);
        $this->clock->modify('-1 day');

        self::assertTrue($this->watched()->isBypassed());
    }

    public function testWhileAnotherProcessLooksTheLastJudgementHolds(): void
    {
        $this->readings(['estimated_false_positive_rate' => 0.9]);
        $this->watched()->check();
        $this->readings([]);
        $this->pass();
        $file = fopen($this->stateFile, 'r+');
        self::assertNotFalse($file);
        flock($file, LOCK_EX);
        $filter = $this->watched();
        self::assertTrue($filter->isBypassed());
        fclose($file);
        self::assertFalse($this->watched()->isBypassed());
        usleep(100_000);
        self::assertFalse($filter->isBypassed(), 'It looks again soon');
    }

    #[DataProvider('garbage')]
    public function testAStateFileWithGarbageIsWrittenAnew(string $garbage): void
    {
        file_put_contents($this->stateFile, $garbage);
        $this->readings(['estimated_false_positive_rate' => 0.9]);

        self::assertTrue($this->watched()->isBypassed());
        self::assertTrue($this->watched()->isBypassed());
        self::assertCount(1, $this->requests);
    }

    /** @return list<array{string}> */
    public static function garbage(): array
    {
        return [[''], ['{'], ['[1,2]'], ['{"checkedAt":"now"}'], ['{"cause":"boredom"}'], [str_repeat('x', 10_000)]];
    }

    public function testWithoutAStateFileTheFilterIsUsedAsItIsAndThatIsLogged(): void
    {
        $this->stateFile = '/nonexistent/health';
        $this->readings(['estimated_false_positive_rate' => 0.9]);

        self::assertFalse($this->watched()->mightContain('nothing'));
        self::assertSame(['error'], array_column($this->logger->records, 0));
    }

    public function testAFilterThatCanForgetStillCan(): void
    {
        $this->filter = $inner = new StubDeletableFilter();
        $this->readings([]);
        $filter = $this->watched();

        self::assertInstanceOf(DeletableFilter::class, $filter);
        self::assertTrue($filter->remove('a', 7));
        self::assertSame([['a', 7]], $inner->removes);
    }

    /** @param array{rebuildAbove?: float, bypassAbove?: float, coolDownSeconds?: int} $arguments */
    #[DataProvider('impossiblePolicies')]
    public function testAnImpossiblePolicyIsRefused(array $arguments): void
    {
        $this->expectException(\InvalidArgumentException::class);
        new Policy(...$arguments);
    }

    /** @return list<array{array{rebuildAbove?: float, bypassAbove?: float, coolDownSeconds?: int}}> */
    public static function impossiblePolicies(): array
    {
        return [[['rebuildAbove' => 1.0]], [['bypassAbove' => 0.0]], [['bypassAbove' => 1.1]], [['coolDownSeconds' => 0]]];
    }

    private function watched(): Watched
    {
        return Watched::of($this->filter, 'test', $this->stateFile, function (RebuildRequest $request): void {
            $this->requests[] = $request;
            ($this->onRequest ?? static fn(): bool => true)();
        }, logger: $this->logger, clock: $this->clock);
    }

    private function measureBadly(): void
    {
        $this->beginMeasurement();
        $this->lookup(absent: 50, wrong: 150);
        $this->watched()->check();
        $this->pass();
    }

    private function beginMeasurement(): void
    {
        for ($i = 0; $i < 2; $i++) {
            $this->watched()->check();
            $this->pass();
        }
    }

    private function lookup(int $absent, int $wrong): void
    {
        $readings = $this->filter->info;
        foreach (['lookups' => $absent + $wrong, 'positives' => $wrong, 'reported_false_positives' => $wrong] as $key => $more) {
            $before = $readings[$key] ?? 0;
            \assert(\is_int($before));
            $readings[$key] = $before + $more;
        }
        $this->readings($readings);
    }

    /** @param array<string, mixed> $readings */
    private function readings(array $readings): void
    {
        $this->filter->info = ['generation' => $this->filter->generation] + $readings + [
            'kind' => 'bloom', 'created_at' => 1, 'expected_items' => 1000, 'count' => 900, 'false_positive_rate' => 0.01,
            'estimated_false_positive_rate' => 0.008, 'lookups' => 0, 'positives' => 0, 'reported_false_positives' => 0,
        ];
    }

    private function pass(): void
    {
        $this->clock->sleep(10);
    }
}
