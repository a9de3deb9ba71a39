<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

use Bloom\Toolkit\Normalise;
use PHPUnit\Framework\Attributes\DataProvider;
use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

/** ReadThrough in the workers of a web server: which queries arrive at the database, and that no row is hidden. */
final class RowsTest extends LoadTestCase
{
    private const ROWS = 2_000;

    public function testOfTenThousandIdsThatAreNotThereTheFalsePositivesAloneArriveAtTheDatabase(): void
    {
        $rows = $this->fillTable();
        $absent = self::ids(seed: 2, count: 10_000);
        $before = $this->site->selects();
        $answers = $this->site->crowd->ask(self::paths('/product', 'sku', $absent));
        $queries = $this->site->selects() - $before;

        self::assertSame(['absent' => 10_000], self::tally($answers));
        // 1.05 p is promised; of 10 000 at that rate, 105 are expected with a standard deviation of 10.2, and more than 151 with a
        // probability below 1 in 100 000
        self::assertLessThanOrEqual(151, $queries);
        self::assertGreaterThan(0, $queries);
        self::assertSame(self::falsePositives($rows, $absent, Normalise::forCollation(Application::COLLATION)), $queries);
        self::assertSame($queries, $this->figure('reported_false_positives'));
    }

    public function testEachRowIsFoundAndThenCached(): void
    {
        $rows = $this->fillTable();
        foreach ([self::ROWS, 0] as $expected) {
            $before = $this->site->selects();
            $answers = $this->site->crowd->ask(self::paths('/product', 'sku', $rows));

            self::assertSame(array_map(self::nameOf(...), $rows), $answers);
            self::assertSame($expected, $this->site->selects() - $before);
        }
    }

    public function testOfFiftyClientsThatMissOneKeyAtOnceOneQueryArrives(): void
    {
        [$sku] = $this->fillTable();
        self::assertSame(self::nameOf($sku), $this->site->get('/product', ['sku' => $sku, 'ttl' => 1]));
        usleep(1_100_000); // its lifetime ends
        $before = $this->site->selects();
        $answers = $this->site->crowd->ask(
            array_fill(0, 50, Site::path('/product', ['sku' => $sku, 'hold' => 1, 'arrive' => 1])),
            clients: 50,
            meanwhile: fn() => $this->site->marks('arrived') === 50 && $this->site->marks('held') > 0 ? $this->site->goOn() : null,
        );

        self::assertSame([self::nameOf($sku) => 50], self::tally($answers));
        self::assertSame(1, $this->site->selects() - $before);
    }

    public function testOfAKeyThatIsAlwaysAskedForOneQueryArrivesPerLifetime(): void
    {
        [$sku] = $this->fillTable();
        $before = $this->site->selects();
        $begin = microtime(true);
        $answers = 0;
        $this->site->crowd->run(50, static function (int $client, ?Answer $answer) use ($sku, $begin, &$answers): ?string {
            if ($answer !== null) {
                self::assertSame(self::nameOf($sku), $answer->body);
                $answers++;
            }

            return microtime(true) - $begin < 3.2 ? Site::path('/product', ['sku' => $sku, 'ttl' => 1]) : null;
        });
        $lifetimes = 1 + (int) (microtime(true) - $begin);
        $queries = $this->site->selects() - $before;

        self::assertGreaterThan(50, $answers);
        self::assertGreaterThanOrEqual(2, $queries);
        self::assertLessThanOrEqual($lifetimes, $queries);
    }

    public function testWhileOneWorkerRefreshesEarlyTheOthersGoOnWithWhatIsThere(): void
    {
        [$sku] = $this->fillTable();
        $this->site->get('/product', ['sku' => $sku]);
        $this->site->connection()->exec("UPDATE products SET name = 'New'");
        $before = $this->site->selects();
        $early = 0;
        $late = [];
        $this->site->crowd->run(50, function (int $client, ?Answer $answer) use ($sku, &$early, &$late): ?string {
            if ($answer === null) {
                // so much before its end that it is certain to be due
                return Site::path('/product', ['sku' => $sku, 'early' => 1e12, 'hold' => 1]);
            }
            if ($early < 49) {
                self::assertSame(self::nameOf($sku), $answer->body);
                if (++$early === 49) {
                    $this->site->goOn(); // the one that loads
                }
            } else {
                $late[] = $answer->body;
            }

            return null;
        });

        self::assertSame(49, $early);
        self::assertSame(['New'], $late);
        self::assertSame(1, $this->site->selects() - $before);
        self::assertSame('New', $this->site->get('/product', ['sku' => $sku]));
    }

    public function testWhileTheDatabaseIsDownWhatIsCachedOrCertainlyAbsentIsAnswered(): void
    {
        $rows = $this->fillTable();
        [$cached, $other] = $rows;
        $absent = self::ids(seed: 3, count: 500);
        $this->site->get('/product', ['sku' => $cached, 'ttl' => 1, 'stale' => 60]);
        usleep(1_100_000); // its lifetime ends
        $this->site->database->stop();
        try {
            $stale = $this->site->crowd->ask(array_fill(0, 50, Site::path('/product', ['sku' => $cached, 'ttl' => 1, 'stale' => 60])), 50);
            $notAskedFor = $this->site->get('/product', ['sku' => $cached, 'ttl' => 1]);
            $notCached = $this->site->get('/product', ['sku' => $other, 'stale' => 60]);
            $answers = $this->site->crowd->ask(self::paths('/product', 'sku', $absent));
        } finally {
            $this->site->database->start();
        }

        self::assertSame([self::nameOf($cached) => 50], self::tally($stale));
        self::assertStringStartsWith('PDOException', $notAskedFor);
        self::assertStringStartsWith('PDOException', $notCached);
        $unsure = self::falsePositives($rows, $absent, Normalise::forCollation(Application::COLLATION));
        self::assertSame(500 - $unsure, self::tally($answers)['absent']);
        $this->site->connection()->exec("UPDATE products SET name = 'New'");
        self::assertSame('New', $this->site->get('/product', ['sku' => $cached, 'stale' => 60]));
    }

    public function testWhileRedisIsDownTheFilterStillKeepsWhatIsAbsentFromTheDatabase(): void
    {
        $rows = $this->fillTable();
        $absent = self::ids(seed: 4, count: 500);
        $before = $this->site->selects();
        $this->site->redis->stop();
        try {
            $found = $this->site->crowd->ask(self::paths('/product', 'sku', \array_slice($rows, 0, 100)));
            $missed = $this->site->crowd->ask(self::paths('/product', 'sku', $absent));
        } finally {
            $this->site->redis->start();
        }

        self::assertSame(array_map(self::nameOf(...), \array_slice($rows, 0, 100)), $found);
        self::assertSame(['absent' => 500], self::tally($missed));
        $unsure = self::falsePositives($rows, $absent, Normalise::forCollation(Application::COLLATION));
        self::assertSame(100 + $unsure, $this->site->selects() - $before);
    }

    /** A check asks the database itself and then the guard: from its commit on, a row must be found. */
    #[DataProvider('filters')]
    public function testNoRowIsHiddenThoughRebuildsRunAndWorkersAreKilledAfterTheirCommit(string $filter): void
    {
        $this->fillTable($filter);
        $randomizer = new Randomizer(new Xoshiro256StarStar(5));
        $writers = 8;
        $begun = $tallies = [];
        $left = 200;
        $writing = $writers;
        $rebuilds = 0;
        $this->site->crowd->run(
            $writers + 7,
            static function (int $client, ?Answer $answer) use ($filter, $randomizer, $writers, &$begun, &$tallies, &$left, &$writing, &$rebuilds): ?string {
                $tallies[$client] ??= [];
                if ($answer !== null) {
                    $text = $answer->status === 502 ? 'killed' : $answer->body;
                    $tallies[$client][$text] = ($tallies[$client][$text] ?? 0) + 1;
                }
                if ($client < $writers) {
                    if (--$left < 0) {
                        $writing--;

                        return null;
                    }
                    $begun[] = $sku = "new-{$left}";

                    return Site::path('/product/write', [
                        'filter' => $filter, 'sku' => $sku, 'before_commit' => $randomizer->getInt(0, 80), 'after_commit' => 30,
                    ] + ($left % 5 === 0 ? ['die' => 1] : []));
                }
                if ($writing === 0) {
                    return null;
                }
                if ($client === $writers) {
                    $rebuilds++;

                    return Site::path('/product/rebuild', ['filter' => $filter, 'after_read' => 200]);
                }

                // one that is just being written, mostly
                return Site::path('/product/checked', [
                    'filter' => $filter, 'sku' => $begun[max(0, \count($begun) - $randomizer->getInt(1, $writers * 2))],
                ]);
            },
        );
        $tally = static function (int $from, int $to) use ($tallies): array {
            $sum = [];
            foreach (\array_slice($tallies, $from, $to - $from) as $one) {
                foreach ($one as $text => $times) {
                    $sum[$text] = ($sum[$text] ?? 0) + $times;
                }
            }
            ksort($sum);

            return $sum;
        };
        self::assertSame(['killed' => 40, 'written' => 160], $tally(0, $writers));
        self::assertSame(['rebuilt' => $rebuilds], $tally($writers, $writers + 1));
        self::assertGreaterThan(0, $rebuilds);
        self::assertSame(['absent', 'found'], array_keys($tally($writers + 1, $writers + 7)));
        foreach (range(1, 2) as $ignored) {
            $answers = $this->site->crowd->ask(self::paths('/product', 'sku', $begun, ['filter' => $filter]));
            self::assertSame(['Written' => 200], self::tally($answers));
            self::assertSame('rebuilt', $this->site->get('/product/rebuild', ['filter' => $filter]));
        }
    }

    /** @return array<string, array{string}> */
    public static function filters(): array
    {
        return ['BloomFilter' => ['products'], 'CountingFilter' => ['counted']];
    }

    /** @return list<string> the keys that are in the table, and in the filter */
    private function fillTable(string $filter = 'products'): array
    {
        $skus = self::ids(seed: 1, count: self::ROWS);
        $rows = array_map(static fn(string $sku): string => "('{$sku}', '" . self::nameOf($sku) . "')", $skus);
        $this->site->connection()->exec('INSERT INTO products VALUES ' . implode(', ', $rows));
        self::assertSame('ready', $this->site->get('/deploy', ['filter' => $filter]));

        return $skus;
    }

    private static function nameOf(string $sku): string
    {
        return "Product {$sku}";
    }

    private function figure(string $name): mixed
    {
        $figures = json_decode($this->site->get('/figures', ['filter' => 'products']), true);
        self::assertIsArray($figures);

        return $figures[$name] ?? null;
    }
}
