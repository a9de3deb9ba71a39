<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

use Bloom\Toolkit\Normalise;

/** UniqueGuard in the workers of a web server, before a column whose collation takes "José", "JOSE" and "jose " for one. */
final class RegistrationTest extends LoadTestCase
{
    private const SPELLINGS = ['José %d', 'jose %d', 'JOSE %d ', 'josÉ %d'];

    /** A check asks the database itself and then the guard: from its commit on, a name must be taken. */
    public function testOfManyWhoRegisterANameAtOnceOneGetsItAndFromThenOnItIsTaken(): void
    {
        $registrations = $checks = $asked = [];
        $names = 60;
        foreach (range(1, $names) as $number) {
            foreach (range(1, 8) as $i) {
                $registrations[] = [$number, Site::path('/name/register', ['name' => self::spelling($number, $i), 'after_commit' => 30])];
            }
        }
        $registered = array_fill_keys(range(1, $names), 0);
        $next = 0;
        $this->site->crowd->run(
            24,
            static function (int $client, ?Answer $answer) use ($registrations, &$asked, &$registered, &$checks, &$next): ?string {
                if ($answer !== null && $client >= 16) {
                    $checks[] = $answer->body;
                } elseif ($answer?->body === 'registered') {
                    $registered[$asked[$client]]++;
                } elseif ($answer !== null) {
                    self::assertSame('taken', $answer->body);
                }
                if ($next >= \count($registrations)) {
                    return null;
                }
                if ($client < 16) {
                    [$asked[$client], $path] = $registrations[$next++];

                    return $path;
                }

                // one that is just being registered, mostly, in one spelling or another
                return Site::path('/name/checked', ['name' => self::spelling($registrations[max(0, $next - 1 - $client % 8)][0], $client)]);
            },
        );

        self::assertSame(array_fill_keys(range(1, $names), 1), $registered);
        self::assertSame(['free', 'taken'], array_keys(self::tally($checks)));
        $spellings = [];
        foreach (range(1, $names) as $number) {
            foreach (array_keys(self::SPELLINGS) as $i) {
                $spellings[] = self::spelling($number, $i);
            }
        }
        self::assertSame(['taken' => 4 * $names], self::tally($this->site->crowd->ask(self::paths('/name/check', 'name', $spellings))));
    }

    public function testOfNamesThatAreFreeTheFalsePositivesAloneArriveAtTheDatabase(): void
    {
        $names = self::ids(seed: 1, count: Application::EXPECTED_ITEMS);
        $this->site->connection()->exec('INSERT INTO users VALUES (' . implode('), (', array_map(static fn(string $name): string => "'{$name}'", $names)) . ')');
        self::assertSame('ready', $this->site->get('/deploy', ['filter' => 'names']));
        $free = self::ids(seed: 2, count: 3_000);
        $before = $this->site->selects();
        $answers = $this->site->crowd->ask(self::paths('/name/check', 'name', $free));

        self::assertSame(['free' => 3_000], self::tally($answers));
        $unsure = self::falsePositives($names, $free, Normalise::forCollation(Application::COLLATION));
        self::assertSame($unsure, $this->site->selects() - $before);
    }

    private static function spelling(int $number, int $i): string
    {
        return \sprintf(self::SPELLINGS[$i % \count(self::SPELLINGS)], $number);
    }
}
