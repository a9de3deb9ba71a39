<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests;

use Bloom\StorageException;
use Bloom\Toolkit\Tests\Support\SpyLogger;
use Bloom\Toolkit\Tests\Support\StubDeletableFilter;
use Bloom\Toolkit\Tests\Support\StubFilter;
use Bloom\Toolkit\UniqueGuard;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class UniqueGuardTest extends TestCase
{
    private StubFilter $filter;
    private \PDO $database;
    private SpyLogger $logger;
    private UniqueGuard $guard;
    private int $queries = 0;

    protected function setUp(): void
    {
        $this->filter = new StubFilter();
        $this->database = new \PDO('sqlite::memory:');
        $this->database->exec('CREATE TABLE users (email TEXT COLLATE NOCASE UNIQUE)');
        $this->logger = new SpyLogger();
        $this->guard = new UniqueGuard($this->filter, $this->exists(...), logger: $this->logger);
    }

    public function testAFreeValueCostsNoQuery(): void
    {
        self::assertFalse($this->guard->isTaken('new@example.org'));
        self::assertSame(0, $this->queries);
    }

    #[DataProvider('spellings')]
    public function testARegisteredValueIsTakenInEverySpellingThatTheColumnTakesForEqual(string $spelling): void
    {
        $this->register('Alice@Example.org');

        self::assertTrue($this->guard->isTaken($spelling));
    }

    /** @return list<array{string}> */
    public static function spellings(): array
    {
        return [['Alice@Example.org'], ['alice@example.org'], ['ALICE@EXAMPLE.ORG']];
    }

    public function testAMightBeIsDecidedByTheDatabaseAndReported(): void
    {
        $this->filter->add('stale@example.org');

        self::assertFalse($this->guard->isTaken('stale@example.org'));
        self::assertSame(1, $this->queries);
        self::assertSame(1, $this->filter->falsePositives);
    }

    public function testWhileTheFilterIsNotReadyTheDatabaseDecidesAndNothingIsReported(): void
    {
        $this->insert('old@example.org');
        $this->filter->setReady(false);

        self::assertTrue($this->guard->isTaken('old@example.org'));
        self::assertFalse($this->guard->isTaken('new@example.org'));
        self::assertSame(0, $this->filter->falsePositives);
    }

    public function testAFilterThatCannotBeAskedIsPassedByAndLogged(): void
    {
        $this->register('a@example.org');
        $this->filter->isBroken = true;

        self::assertTrue($this->guard->isTaken('a@example.org'));
        self::assertFalse($this->guard->isTaken('b@example.org'));
        self::assertCount(2, $this->logger->records);
        self::assertStringNotContainsString('example', $this->logger->records[0][1]);
    }

    public function testAFilterThatCannotBeToldOfItsErrorSpoilsNoAnswer(): void
    {
        $this->filter->add('stale@example.org');
        $guard = new UniqueGuard($this->filter, function (string $value): bool {
            $this->filter->isBroken = true;

            return $this->exists($value);
        }, logger: $this->logger);

        self::assertFalse($guard->isTaken('stale@example.org'));
        self::assertCount(1, $this->logger->records);
    }

    public function testNumbersAndNullsOfAColumnAreNoObstacleToALoad(): void
    {
        UniqueGuard::loader(static fn(): array => [17, null, 'A'])($this->filter);

        self::assertSame(['17', '', 'a'], $this->filter->adds);
    }

    public function testTheFilterLearnsAValueBeforeAndAfterTheInsert(): void
    {
        $known = $this->guard->register('a@example.org', function (): int {
            $known = $this->filter->count();
            // a load that has read the table before the commit ends now
            $this->filter->rebuild(static fn(): bool => true);
            $this->insert('a@example.org');

            return $known;
        });

        self::assertSame(1, $known);
        self::assertTrue($this->guard->isTaken('a@example.org'));
    }

    public function testARegistrationWhoseAnswerIsLostMayHaveHappened(): void
    {
        try {
            $this->guard->register('a@example.org', function (): never {
                $this->insert('a@example.org');
                $this->filter->rebuild(static fn(): bool => true); // which had read the table before
                throw new \RuntimeException('The connection is lost');
            });
        } catch (\RuntimeException) {
        }

        self::assertTrue($this->guard->isTaken('a@example.org'));
    }

    public function testOfAFilterThatCountsAValueIsTakenOutOnceAndOnlyWithItsRow(): void
    {
        $filter = new StubDeletableFilter();
        $guard = new UniqueGuard($filter, $this->exists(...));
        $guard->register('A@example.org', static fn(): bool => true);

        self::assertSame(['a@example.org'], $filter->adds);
        self::assertSame(0, $guard->release('a@example.org', static fn(): int => 0));
        self::assertSame([], $filter->removes);
        self::assertSame(1, $guard->release('A@Example.org', static fn(): int => 1));
        self::assertSame([['a@example.org', 1]], $filter->removes);
    }

    public function testARegistrationThatLosesTheRaceIsTheUniqueIndexesException(): void
    {
        $this->expectException(\PDOException::class);
        $this->guard->register('a@example.org', function (): void {
            $this->insert('A@example.org'); // another process, in between
            $this->insert('a@example.org');
        });
    }

    public function testWithoutAFilterThatTakesTheValueNothingIsInserted(): void
    {
        $this->filter->isBroken = true;
        $this->expectException(StorageException::class);
        $this->guard->register('a@example.org', static fn(): never => self::fail('Inserted'));
    }

    public function testLoadingFillsTheFilterFromTheDatabaseAndDropsWhatWasDeleted(): void
    {
        $this->register('deleted@example.org');
        $this->database->exec('DELETE FROM users');
        $this->insert('Behind@our.back');
        $this->guard->load($this->values(...), 0);

        self::assertTrue($this->guard->isTaken('behind@our.back'));
        $this->queries = 0;
        self::assertFalse($this->guard->isTaken('deleted@example.org'));
        self::assertSame(0, $this->queries);
    }

    public function testTheLoaderFillsAFilterInTheSameForm(): void
    {
        $this->insert('Someone@example.org');
        UniqueGuard::loader($this->values(...))($this->filter);

        self::assertTrue($this->guard->isTaken('SOMEONE@example.org'));
    }

    public function testAnotherFormCanBeGiven(): void
    {
        $withoutDots = static fn(string $value): string => str_replace('.', '', $value);
        $guard = new UniqueGuard($this->filter, static fn(): bool => true, $withoutDots);
        $guard->register('a.b', static fn(): bool => true);

        self::assertTrue($guard->isTaken('ab'));
        self::assertFalse($guard->isTaken('AB'));
    }

    private function register(string $email): void
    {
        $this->guard->register($email, fn() => $this->insert($email));
    }

    private function insert(string $email): void
    {
        $this->database->prepare('INSERT INTO users VALUES (?)')->execute([$email]);
    }

    private function exists(string $email): bool
    {
        $this->queries++;
        $query = $this->database->prepare('SELECT 1 FROM users WHERE email = ?');
        $query->execute([$email]);

        return $query->fetchColumn() !== false;
    }

    /** @return iterable<string> */
    private function values(): iterable
    {
        $query = $this->database->query('SELECT email FROM users');
        self::assertNotFalse($query);
        foreach ($query->fetchAll(\PDO::FETCH_COLUMN) as $email) {
            self::assertIsString($email);
            yield $email;
        }
    }
}
