<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Pilot;

use Bloom\Toolkit\Pilot\FileReport;
use Bloom\Toolkit\Pilot\Report;
use Bloom\Toolkit\Pilot\Shadow;
use Bloom\Toolkit\Tests\Support\SpyLogger;
use Bloom\Toolkit\Tests\Support\StubFilter;
use PHPUnit\Framework\TestCase;

final class ReportTest extends TestCase
{
    private string $path;

    protected function setUp(): void
    {
        $this->path = sys_get_temp_dir() . '/bloom-pilot-' . bin2hex(random_bytes(6));
    }

    protected function tearDown(): void
    {
        @unlink($this->path);
    }

    public function testTheFiguresOfSeveralProcessesAddUpInAFile(): void
    {
        $processes = [];
        for ($i = 0; $i < 4; $i++) {
            $process = proc_open([PHP_BINARY, __DIR__ . '/workers/pilot.php', $this->path], [], $pipes);
            self::assertNotFalse($process);
            $processes[] = $process;
        }
        foreach ($processes as $process) {
            self::assertSame(0, proc_close($process));
        }
        $figures = (new FileReport($this->path))->figures()['source'];

        self::assertSame([400, 200, 160, 160, 40], [
            $figures['questions'], $figures['found'], $figures['absent'], $figures['spared'], $figures['false_positives'],
        ]);
        self::assertSame([0.5, 0.4, 0.2], [$figures['hit_ratio'], $figures['spared_ratio'], $figures['false_positive_rate']]);
        self::assertLessThan($figures['source_seconds'], $figures['slowest_source_seconds'], 'The slowest is not a sum');
    }

    public function testRatiosOfNothingAreNull(): void
    {
        $shadow = Shadow::of(new StubFilter(isAlwaysMaybe: true), 'test');
        $shadow->ask('a')->settle(true);

        self::assertNull($shadow->figures()['source']['false_positive_rate']);
        self::assertSame(1.0, $shadow->figures()['source']['hit_ratio']);
        self::assertSame([], (new FileReport($this->path))->figures());
    }

    public function testEachQuestionIsReportedOnceAndASecondSettlementIgnored(): void
    {
        $report = new class implements Report {
            public int $questions = 0;

            public function add(array $figures): void
            {
                $this->questions += (int) $figures['source']['questions'];
            }
        };
        $shadow = Shadow::of(new StubFilter(), 'test', $report);
        $question = $shadow->ask('a');
        $question->settle(false);
        $question->settle(true);
        unset($question);
        $shadow->__destruct();
        unset($shadow);

        self::assertSame(1, $report->questions);
    }

    public function testAReportThatFailsIsLoggedAndHarmsNobody(): void
    {
        $logger = new SpyLogger();
        $shadow = Shadow::of(new StubFilter(), 'test', new FileReport('/nonexistent/figures'), $logger);
        $shadow->ask('a')->settle(false);
        $shadow->__destruct();

        self::assertSame('error', $logger->records[0][0]);
        self::assertSame(1, $shadow->figures()['source']['questions']);
    }

    public function testAQuestionDoesNotShowItsItem(): void
    {
        self::assertStringNotContainsString('secret', print_r(Shadow::of(new StubFilter(), 'test')->ask('secret'), true));
    }
}
