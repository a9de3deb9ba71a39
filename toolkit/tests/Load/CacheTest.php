<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

/** KnownKeysCache over a Redis that the workers of a web server share: which commands arrive there, and that nothing set is a miss. */
final class CacheTest extends LoadTestCase
{
    public function testOfKeysThatWereNeverSetTheFalsePositivesAloneArriveAtRedis(): void
    {
        $keys = self::ids(seed: 1, count: Application::EXPECTED_ITEMS);
        $this->site->crowd->ask(self::paths('/cache/set', 'key', $keys, ['value' => 'a value']));
        $unknown = self::ids(seed: 2, count: 5_000);
        $before = $this->site->redisCommands();
        $answers = $this->site->crowd->ask(self::paths('/cache/get', 'key', $unknown));

        self::assertSame(['a miss' => 5_000], self::tally($answers));
        self::assertSame(self::falsePositives($keys, $unknown), $this->site->redisCommands() - $before);
    }

    public function testWhatOneWorkerSetEveryWorkerHasFromThenOn(): void
    {
        $set = $wrong = $asked = [];
        $hits = 0;
        $keys = self::ids(seed: 3, count: 600);
        $next = 0;
        $this->site->crowd->run(24, static function (int $client, ?Answer $answer) use ($keys, &$set, &$wrong, &$hits, &$next, &$asked): ?string {
            if ($answer !== null) {
                $key = $asked[$client];
                \assert(\is_string($key));
                if ($client < 8) {
                    self::assertSame('set', $answer->body);
                    $set[] = $key;
                } elseif ($answer->body === "value of {$key}") {
                    $hits++;
                } else {
                    $wrong[] = $answer->body;
                }
            }
            if ($client < 8) {
                $asked[$client] = $key = $keys[$next++] ?? null;

                return $key === null ? null : Site::path('/cache/set', ['key' => $key, 'value' => "value of {$key}"]);
            }
            if ($next >= \count($keys)) {
                return null;
            }
            $asked[$client] = $key = end($set); // the newest

            return $key === false ? '/ping' : Site::path('/cache/get', ['key' => $key]);
        });

        self::assertSame([], array_diff($wrong, ['pong']));
        self::assertGreaterThan(600, $hits);
    }

    public function testWhatIsSetDuringARebuildIsFoundAfterIt(): void
    {
        $keys = self::ids(seed: 4, count: 200);
        $hasBegun = false;
        $answers = [];
        $rebuilt = $this->site->crowd->ask(['/cache/rebuild'], 1, function () use ($keys, &$hasBegun, &$answers): void {
            if (!$hasBegun && $this->site->marks('held') === 1) {
                $hasBegun = true;
                $answers = $this->site->crowd->ask(self::paths('/cache/set', 'key', $keys, ['value' => 'a value']));
                $this->site->goOn();
            }
        });

        self::assertSame(['rebuilt'], $rebuilt);
        self::assertSame(['set' => 200], self::tally($answers));
        self::assertSame(['a value' => 200], self::tally($this->site->crowd->ask(self::paths('/cache/get', 'key', $keys))));
    }
}
