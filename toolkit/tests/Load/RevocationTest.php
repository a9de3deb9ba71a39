<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

use Bloom\Toolkit\Revocation\PdoRevocationStore;
use Bloom\Toolkit\Revocation\RedisRevocationStore;
use Bloom\Toolkit\Tests\Support\RedisServer;
use PHPUnit\Framework\Attributes\DataProvider;

/** RevocationList in the workers of a web server: a revoked token passes nowhere, whatever is down or not ready. */
final class RevocationTest extends LoadTestCase
{
    /** While the filter is loaded again and again. */
    #[DataProvider('stores')]
    public function testATokenThatOneWorkerRevokedIsRefusedByAll(string $store): void
    {
        $tokens = self::ids(seed: 1, count: 300);
        $revoked = $answers = $asked = [];
        $next = 0;
        self::assertSame('ready', $this->site->get('/deploy', ['filter' => 'revoked', 'store' => $store]));
        $this->site->crowd->run(25, static function (int $client, ?Answer $answer) use ($store, $tokens, &$revoked, &$answers, &$next, &$asked): ?string {
            if ($answer !== null) {
                $answers[] = $answer->body;
                if ($answer->body === 'revoked') {
                    $revoked[] = $asked[$client];
                }
            }
            if ($client < 8) {
                $asked[$client] = $token = $tokens[$next++] ?? null;

                return $token === null ? null : Site::path('/token/revoke', ['store' => $store, 'jti' => $token]);
            }
            if ($next >= \count($tokens) + 8) { // all who revoke have been told that there is no more
                return null;
            }
            if ($client === 8) {
                return Site::path('/token/load', ['store' => $store]);
            }
            $newest = end($revoked);

            return \is_string($newest) ? Site::path('/token/check', ['store' => $store, 'jti' => $newest]) : '/ping';
        });
        $tally = array_diff_key(self::tally($answers), ['pong' => 0]);

        self::assertSame(['loaded', 'refused', 'revoked'], array_keys($tally));
        self::assertSame(300, $tally['revoked']);
        self::assertSame(['refused' => 300], $this->check($store, $tokens));
    }

    #[DataProvider('stores')]
    public function testOfTokensThatAreNotRevokedTheFalsePositivesAloneArriveAtTheStore(string $store): void
    {
        [$revoked, $others] = $this->revokeSome($store);
        $before = $this->queries($store);

        self::assertSame(['accepted' => 2_000], $this->check($store, $others));
        self::assertSame($this->unsure($revoked, $others), $this->queries($store) - $before);
    }

    #[DataProvider('stores')]
    public function testWhileTheStoreIsDownWhatMayBeRevokedIsRefused(string $store): void
    {
        [$revoked, $others] = $this->revokeSome($store);
        $server = $store === 'redis' ? $this->site->redis : $this->site->database;
        $server->stop();
        try {
            $ofRevoked = $this->check($store, \array_slice($revoked, 0, 300));
            $ofOthers = $this->check($store, $others);
        } finally {
            $server->start();
        }
        $unsure = $this->unsure($revoked, $others);

        self::assertGreaterThan(0, $unsure);
        self::assertSame(['refused' => 300], $ofRevoked);
        self::assertSame(['accepted' => 2_000 - $unsure, 'refused' => $unsure], $ofOthers);
    }

    public function testWhileTheFilterIsNotReadyEachCheckAsksTheStore(): void
    {
        [$revoked, $others] = $this->revokeSome('database');
        $tokens = \array_slice($others, 0, 200);
        $some = \array_slice($revoked, 0, 300);
        $parameters = ['filter' => 'revoked.slow'];
        $whileNotReady = $whileDown = [];
        $queries = 0;
        $loaded = $this->site->crowd->ask([Site::path('/deploy', $parameters)], 1, function () use ($some, $tokens, $parameters, &$whileNotReady, &$whileDown, &$queries): void {
            if ($whileNotReady !== [] || $this->site->marks('held') === 0) {
                return;
            }
            $before = $this->site->selects();
            $whileNotReady = $this->check('database', [...$tokens, ...$some], $parameters);
            $queries = $this->site->selects() - $before;
            $this->site->database->stop();
            try {
                $whileDown = $this->check('database', $tokens, $parameters);
            } finally {
                $this->site->database->start();
            }
            $this->site->goOn();
        });

        self::assertSame(['accepted' => 200, 'refused' => 300], $whileNotReady);
        self::assertSame(500, $queries);
        self::assertSame(['refused' => 200], $whileDown);
        self::assertSame(['ready'], $loaded);
        $before = $this->site->selects();
        self::assertSame(['accepted' => 200], $this->check('database', $tokens, $parameters));
        self::assertSame($this->unsure($revoked, $tokens), $this->site->selects() - $before);
        self::assertSame(['refused' => 300], $this->check('database', $some, $parameters));
    }

    /** @return array<string, array{string}> */
    public static function stores(): array
    {
        return ['MariaDB' => ['database'], 'Redis' => ['redis']];
    }

    /** @return array{list<string>, list<string>} tokens that are revoked, in the store and in the filter, and others that are not */
    private function revokeSome(string $kind): array
    {
        $revoked = self::ids(seed: 2, count: Application::EXPECTED_ITEMS);
        $store = $kind === 'redis'
            ? new RedisRevocationStore(RedisServer::connect($this->site->redis->socket))
            : new PdoRevocationStore($this->site->connection());
        foreach ($revoked as $token) {
            $store->revoke(hash('sha256', $token), time() + 3600);
        }
        self::assertSame('ready', $this->site->get('/deploy', ['filter' => 'revoked', 'store' => $kind]));

        return [$revoked, self::ids(seed: 3, count: 2_000)];
    }

    /**
     * @param list<string>          $tokens
     * @param array<string, string> $parameters
     *
     * @return array<string, int> how often each answer came
     */
    private function check(string $store, array $tokens, array $parameters = []): array
    {
        return self::tally($this->site->crowd->ask(self::paths('/token/check', 'jti', $tokens, ['store' => $store] + $parameters)));
    }

    private function queries(string $store): int
    {
        return $store === 'redis' ? $this->site->redisCommands() : $this->site->selects();
    }

    /**
     * @param list<string> $revoked
     * @param list<string> $others
     */
    private function unsure(array $revoked, array $others): int
    {
        return self::falsePositives($revoked, $others, static fn(string $token): string => hash('sha256', $token));
    }
}
