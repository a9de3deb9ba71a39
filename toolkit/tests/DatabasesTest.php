<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests;

use Bloom\Toolkit\Normalise;
use Bloom\Toolkit\ReadThrough;
use Bloom\Toolkit\Tests\Support\MariadbServer;
use Bloom\Toolkit\Tests\Support\PostgresServer;
use Bloom\Toolkit\Tests\Support\SpyCache;
use Bloom\Toolkit\Tests\Support\StubFilter;
use Bloom\Toolkit\UniqueGuard;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\InMemoryStore;

/** The guards over real databases, whose unique index decides, with an exact filter: it hides every row that a form does not match. */
final class DatabasesTest extends TestCase
{
    private StubFilter $filter;
    private \PDO $database;
    private int $queries = 0;

    protected function setUp(): void
    {
        $this->filter = new StubFilter();
    }

    /** @param list<string> $taken what the column takes for "José" */
    #[DataProvider('columns')]
    public function testANameIsTakenInEverySpellingThatTheUniqueIndexRefuses(string $database, string $column, string $collation, array $taken): void
    {
        $this->createTable($database, $column);
        $guard = new UniqueGuard($this->filter, fn(string $name): bool => $this->find($name) !== null, Normalise::forCollation($collation));
        $guard->register('José', fn() => $this->insert('José'));
        foreach ($taken as $spelling) {
            self::assertTrue($guard->isTaken($spelling), $spelling);
            try {
                $guard->register($spelling, fn() => $this->insert($spelling));
                self::fail("The index took {$spelling} beside José");
            } catch (\PDOException $exception) {
                self::assertContains($exception->getCode(), ['23000', '23505']);
            }
        }
        $this->queries = 0;
        self::assertFalse($guard->isTaken('Bob'));
        self::assertSame(0, $this->queries);
        $this->database->exec('DELETE FROM people');
        $this->insert('Zoë');
        $guard->load($this->names(...), 0);

        self::assertTrue($guard->isTaken('Zoë'));
        self::assertFalse($guard->isTaken('José'));
        self::assertSame(1, $this->queries);
    }

    /** @param list<string> $found what the column takes for "José" */
    #[DataProvider('columns')]
    public function testARowIsFoundInEverySpellingThatTheDatabaseFindsItBy(string $database, string $column, string $collation, array $found): void
    {
        $this->createTable($database, $column);
        $guard = new ReadThrough(
            new SpyCache(),
            $this->filter,
            new LockFactory(new InMemoryStore()),
            'person',
            longestTransactionSeconds: 0,
            normalise: Normalise::forCollation($collation),
        );
        $fetch = fn(string $name): mixed => $guard->fetch($name, fn(): ?string => $this->find($name), 600);
        self::assertNull($fetch('José'));
        $guard->write('José', function (): void {
            $this->database->beginTransaction();
            $this->insert('José');
            $this->database->commit();
        });
        foreach (['José', ...$found] as $spelling) {
            self::assertSame('José', $fetch($spelling), $spelling);
        }
        $guard->load($this->names(...));
        foreach ($found as $spelling) {
            $guard->forget($spelling);
            self::assertNotNull($fetch($spelling), $spelling);
        }
        $delete = $this->database->prepare('DELETE FROM people WHERE name = ?');
        self::assertSame(1, $guard->delete('José', static function () use ($delete): int {
            $delete->execute(['José']);

            return $delete->rowCount();
        }));
        self::assertNull($fetch('José'));
    }

    /** @return array<string, array{string, string, string, list<string>}> database, column, collation */
    public static function columns(): array
    {
        $accentless = ['josé', 'JOSE', 'jose ', "Jose\u{301}"];

        return [
            'SQLite' => ['SQLite', 'TEXT COLLATE NOCASE', 'NOCASE', ['jOSé']],
            'PostgreSQL, text' => ['PostgreSQL', 'TEXT', 'bin', ['José']],
            'PostgreSQL, citext' => ['PostgreSQL', 'CITEXT', 'citext', ['josé', 'JOSÉ']],
            'PostgreSQL, char' => ['PostgreSQL', 'CHAR(20)', 'C', ['José  ']],
            'PostgreSQL, nondeterministic' => ['PostgreSQL', 'TEXT COLLATE "und-u-ks-level1"', 'und-u-ks-level1', ['josé', 'JOSE', "Jose\u{301}"]],
            'MariaDB, general_ci' => ['MariaDB', 'VARCHAR(100) COLLATE utf8mb4_general_ci', 'utf8mb4_general_ci', ['josé', 'JOSE', 'jose ']],
            'MariaDB, unicode_ci' => ['MariaDB', 'VARCHAR(100) COLLATE utf8mb4_unicode_ci', 'utf8mb4_unicode_ci', $accentless],
            'MariaDB, uca1400' => ['MariaDB', 'VARCHAR(100) COLLATE utf8mb4_uca1400_ai_ci', 'utf8mb4_uca1400_ai_ci', $accentless],
            'MariaDB, bin' => ['MariaDB', 'VARCHAR(100) COLLATE utf8mb4_bin', 'utf8mb4_bin', ['José ']],
        ];
    }

    private function createTable(string $database, string $column): void
    {
        $this->database = match ($database) {
            'SQLite' => new \PDO('sqlite::memory:'),
            'PostgreSQL' => PostgresServer::connect(),
            default => MariadbServer::connect(),
        };
        if ($database === 'PostgreSQL') {
            $this->database->exec('CREATE EXTENSION IF NOT EXISTS citext');
            $this->database->exec('CREATE COLLATION IF NOT EXISTS "und-u-ks-level1" (provider = icu, locale = \'und-u-ks-level1\', deterministic = false)');
        }
        $this->database->exec("CREATE TEMPORARY TABLE people (name {$column} NOT NULL UNIQUE)");
    }

    private function insert(string $name): void
    {
        $this->database->prepare('INSERT INTO people VALUES (?)')->execute([$name]);
    }

    private function find(string $name): ?string
    {
        $this->queries++;
        $query = $this->database->prepare('SELECT name FROM people WHERE name = ?');
        $query->execute([$name]);
        $found = $query->fetchColumn();

        return \is_string($found) ? rtrim($found, ' ') : null;
    }

    /** @return list<string> */
    private function names(): array
    {
        $query = $this->database->query('SELECT name FROM people');
        self::assertNotFalse($query);

        return array_values(array_filter($query->fetchAll(\PDO::FETCH_COLUMN), \is_string(...)));
    }
}
