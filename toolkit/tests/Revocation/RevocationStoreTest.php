<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Revocation;

use Bloom\Toolkit\Revocation\PdoRevocationStore;
use Bloom\Toolkit\Revocation\RedisRevocationStore;
use Bloom\Toolkit\Revocation\RevocationStore;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\Tests\Support\MariadbServer;
use Bloom\Toolkit\Tests\Support\PostgresServer;
use Bloom\Toolkit\Tests\Support\RedisServer;
use Bloom\Toolkit\Tests\Support\StubFilter;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Predis\Client;
use Predis\PredisException;

/** What every store does, on the real servers. */
final class RevocationStoreTest extends TestCase
{
    /** @param \Closure(): RevocationStore $make */
    #[DataProvider('stores')]
    public function testAKeyIsRevokedUntilItsExpiry(\Closure $make): void
    {
        $store = $make();
        $store->revoke(self::key('a'), 1000);

        self::assertTrue($store->isRevoked(self::key('a'), 999));
        self::assertFalse($store->isRevoked(self::key('a'), 1000));
        self::assertFalse($store->isRevoked(self::key('b'), 999));
    }

    /** @param \Closure(): RevocationStore $make */
    #[DataProvider('stores')]
    public function testALaterExpiryExtendsAndAnEarlierOneChangesNothing(\Closure $make): void
    {
        $store = $make();
        $store->revoke(self::key('a'), 1000);
        $store->revoke(self::key('a'), 2000);
        $store->revoke(self::key('a'), 1500);

        self::assertTrue($store->isRevoked(self::key('a'), 1999));
        self::assertFalse($store->isRevoked(self::key('a'), 2000));
    }

    /** @param \Closure(): RevocationStore $make */
    #[DataProvider('stores')]
    public function testARestoredKeyIsNotRevokedAndOthersStay(\Closure $make): void
    {
        $store = $make();
        $store->revoke(self::key('a'), 1000);
        $store->revoke(self::key('b'), 1000);
        $store->restore(self::key('a'));
        $store->restore(self::key('never revoked'));

        self::assertFalse($store->isRevoked(self::key('a'), 999));
        self::assertSame([self::key('b')], [...$store->keys(0)]);
    }

    /** @param \Closure(): RevocationStore $make */
    #[DataProvider('stores')]
    public function testExpiredKeysAreDeletedAndOthersStay(\Closure $make): void
    {
        $store = $make();
        foreach ([999, 1000, 1001, 5000] as $i => $expiry) {
            $store->revoke(self::key((string) $i), $expiry);
        }

        self::assertSame(2, $store->deleteExpired(1000));
        self::assertSame(0, $store->deleteExpired(1000));
        self::assertEqualsCanonicalizing([self::key('2'), self::key('3')], [...$store->keys(0)]);
    }

    /** @param \Closure(): RevocationStore $make */
    #[DataProvider('stores')]
    public function testTheKeysAreThoseThatHaveNotExpiredHoweverManyThereAre(\Closure $make): void
    {
        $store = $make();
        $expected = [];
        for ($i = 0; $i < 2500; $i++) {
            $store->revoke($key = self::key((string) $i), 1000 + $i);
            if (1000 + $i > 1100) {
                $expected[$key] = true;
            }
        }
        $found = [];
        foreach ($store->keys(1100) as $key) {
            $found[$key] = true;
        }
        ksort($expected);
        ksort($found);

        self::assertSame($expected, $found);
    }

    /** @return array<string, array{\Closure(): RevocationStore}> */
    public static function stores(): array
    {
        $pdo = static function (\PDO $connection): RevocationStore {
            $connection->exec('DROP TABLE IF EXISTS revoked_tokens');
            $store = new PdoRevocationStore($connection, pageSize: 700);
            $store->createTable();
            $store->createTable();

            return $store;
        };

        return [
            'SQLite' => [static fn(): RevocationStore => $pdo(new \PDO('sqlite::memory:'))],
            'PostgreSQL' => [static fn(): RevocationStore => $pdo(PostgresServer::connect())],
            'MariaDB' => [static fn(): RevocationStore => $pdo(MariadbServer::connect())],
            'MariaDB, prepared by the server' => [
                static fn(): RevocationStore => $pdo(MariadbServer::connect([\PDO::ATTR_EMULATE_PREPARES => false])),
            ],
            'phpredis' => [static function (): RevocationStore {
                $redis = RedisServer::connect(RedisServer::socket());
                $redis->flushAll();
                // neither may change what other clients see
                $redis->setOption(\Redis::OPT_PREFIX, 'app:');
                $redis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_PHP);

                return new RedisRevocationStore($redis);
            }],
            'Predis' => [static function (): RevocationStore {
                $redis = new Client(['scheme' => 'unix', 'path' => RedisServer::socket()]);
                $redis->flushall();

                return new RedisRevocationStore($redis);
            }],
        ];
    }

    public function testBothRedisClientsSeeTheSameTokens(): void
    {
        $phpredis = new RedisRevocationStore(RedisServer::connect(RedisServer::socket()), 'shared');
        $predis = new RedisRevocationStore(new Client(['scheme' => 'unix', 'path' => RedisServer::socket()]), 'shared');
        $phpredis->revoke(self::key('a'), 1000);
        $predis->revoke(self::key('b'), 1000);

        self::assertTrue($predis->isRevoked(self::key('a'), 0));
        self::assertTrue($phpredis->isRevoked(self::key('b'), 0));
    }

    public function testAnErrorReplyOfRedisIsAnExceptionWithEitherClient(): void
    {
        $redis = RedisServer::connect(RedisServer::socket());
        $redis->set('wrong type', 'a string');
        $clients = [$redis, new Client(['scheme' => 'unix', 'path' => RedisServer::socket()])];
        foreach ($clients as $client) {
            try {
                (new RedisRevocationStore($client, 'wrong type'))->isRevoked(self::key('a'), 0);
                self::fail('An error was taken for "not revoked"');
            } catch (\RuntimeException $exception) {
                self::assertStringContainsString('WRONGTYPE', $exception->getMessage());
            }
        }
    }

    public function testAReplyThatIsNoAnswerIsAnExceptionWithEitherClient(): void
    {
        $redis = RedisServer::connect(RedisServer::socket());
        $redis->multi();
        $predis = new Client(['scheme' => 'unix', 'path' => RedisServer::socket()]);
        $predis->executeRaw(['MULTI']);
        foreach ([$redis, $predis] as $client) {
            $store = new RedisRevocationStore($client);
            foreach ([fn() => $store->isRevoked(self::key('a'), 0), fn() => $store->revoke(self::key('a'), 1)] as $call) {
                try {
                    $call();
                    self::fail('A command that is only queued was taken for an answer');
                } catch (\UnexpectedValueException $exception) {
                    self::assertStringContainsString('MULTI', $exception->getMessage());
                }
            }
        }
    }

    public function testARedisThatIsAwayIsAnExceptionWithEitherClient(): void
    {
        foreach ([new \Redis(), new Client(['scheme' => 'unix', 'path' => '/nonexistent/redis.sock'])] as $client) {
            try {
                (new RedisRevocationStore($client))->isRevoked(self::key('a'), 0);
                self::fail('No server was taken for "not revoked"');
            } catch (\RedisException|PredisException $exception) {
                self::assertNotSame('', $exception->getMessage());
            }
        }
    }

    public function testAConnectionIsMadeWhenTheStoreIsAskedAndItsFailureIsTheStores(): void
    {
        $attempts = 0;
        $store = new PdoRevocationStore(static function () use (&$attempts): \PDO {
            if ($attempts++ === 0) {
                throw new \PDOException('The database is down');
            }

            return new \PDO('sqlite::memory:');
        });
        $filter = new StubFilter();
        $list = new RevocationList($filter, $store);

        self::assertFalse($list->isRevoked('a'), 'The filter knows that');
        self::assertSame(0, $attempts);
        $filter->add(self::key('b'));
        self::assertTrue($list->isRevoked('b'), 'The default of the policy is to refuse');
        self::assertSame(1, $attempts);
        $store->createTable();
        self::assertFalse($list->isRevoked('b'), 'The same connection as that of the table');
        self::assertSame(2, $attempts);
    }

    public function testAClosureMustMakeAConnectionThatReportsErrors(): void
    {
        $store = new PdoRevocationStore(static fn(): \PDO => new \PDO('sqlite::memory:', options: [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_SILENT]));
        $this->expectException(\InvalidArgumentException::class);
        $store->isRevoked(self::key('a'), 0);
    }

    public function testTokensAreNotReadFromAnOldStateOfTheDatabase(): void
    {
        $connection = new \PDO('sqlite::memory:');
        $store = new PdoRevocationStore($connection);
        $store->createTable();
        $connection->beginTransaction();

        $this->expectException(\LogicException::class);
        foreach ($store->keys(0) as $key) {
            self::fail("{$key} was read");
        }
    }

    public function testATableThatIsMissingIsAnException(): void
    {
        $this->expectException(\PDOException::class);
        (new PdoRevocationStore(new \PDO('sqlite::memory:')))->isRevoked(self::key('a'), 0);
    }

    public function testAConnectionThatHidesErrorsIsRefused(): void
    {
        $connection = new \PDO('sqlite::memory:', null, null, [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_SILENT]);
        $this->expectException(\InvalidArgumentException::class);
        new PdoRevocationStore($connection);
    }

    public function testPagesWithoutRoomForAKeyAreRefused(): void
    {
        $this->expectException(\InvalidArgumentException::class);
        new PdoRevocationStore(new \PDO('sqlite::memory:'), pageSize: 0);
    }

    public function testATableNameThatWouldNeedQuotingIsRefused(): void
    {
        $this->expectException(\InvalidArgumentException::class);
        new PdoRevocationStore(new \PDO('sqlite::memory:'), 'x; DROP TABLE y');
    }

    private static function key(string $name): string
    {
        return hash('sha256', $name);
    }
}
