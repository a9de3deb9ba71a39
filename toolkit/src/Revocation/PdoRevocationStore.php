<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Revocation;

/**
 * Revoked tokens in a table of SQLite, PostgreSQL, MariaDB or MySQL. Use a connection that is not inside a
 * transaction when revoke() is called, or acknowledge the revocation only after its commit.
 */
final class PdoRevocationStore implements RevocationStore
{
    private ?\PDO $connected = null;

    /**
     * @param \PDO|\Closure(): \PDO $connection a closure is called when the store is first asked, so that a token that needs no query needs no
     *                                         connection, and again after it has thrown. What it throws is a failure of the store
     * @param string                $table      a name that needs no quoting
     * @param int                   $pageSize   how many keys a load reads at a time
     *
     * @throws \InvalidArgumentException also later, of a connection that a closure makes
     */
    public function __construct(
        private readonly \PDO|\Closure $connection,
        private readonly string $table = 'revoked_tokens',
        private readonly int $pageSize = 10_000,
    ) {
        if (preg_match('/^[A-Za-z_][A-Za-z0-9_.]{0,127}$/D', $table) !== 1) {
            throw new \InvalidArgumentException('The table must have a name of letters, digits and underscores');
        }
        if ($pageSize < 1) {
            throw new \InvalidArgumentException('The page size must be positive');
        }
        if ($connection instanceof \PDO) {
            $this->connection();
        }
    }

    /** For a migration: creates the table if it is not there. */
    public function createTable(): void
    {
        $this->connection()->exec(
            "CREATE TABLE IF NOT EXISTS {$this->table} (token CHAR(64) NOT NULL PRIMARY KEY, expires_at BIGINT NOT NULL)",
        );
    }

    public function revoke(string $key, int $expiresAt): void
    {
        if ($this->connection()->getAttribute(\PDO::ATTR_DRIVER_NAME) === 'mysql') {
            $this->run(
                "INSERT INTO {$this->table} (token, expires_at) VALUES (?, ?) ON DUPLICATE KEY UPDATE expires_at = GREATEST(expires_at, ?)",
                $key,
                $expiresAt,
                $expiresAt,
            );

            return;
        }
        $this->run(
            "INSERT INTO {$this->table} AS known (token, expires_at) VALUES (?, ?) ON CONFLICT (token)"
                . ' DO UPDATE SET expires_at = excluded.expires_at WHERE excluded.expires_at > known.expires_at',
            $key,
            $expiresAt,
        );
    }

    public function restore(string $key): void
    {
        $this->run("DELETE FROM {$this->table} WHERE token = ?", $key);
    }

    public function isRevoked(string $key, int $now): bool
    {
        $found = $this->run("SELECT 1 FROM {$this->table} WHERE token = ? AND expires_at > ?", $key, $now);

        return $found->fetchColumn() !== false;
    }

    /**
     * @return \Generator<int, string>
     *
     * @throws \LogicException the connection is inside a transaction, which may not see what others have revoked since it began
     */
    public function keys(int $now): \Generator
    {
        if ($this->connection()->inTransaction()) {
            throw new \LogicException('Revoked tokens cannot be read inside a transaction, which may see an older state: end it before');
        }
        $last = '';
        do {
            $page = $this->run(
                "SELECT token FROM {$this->table} WHERE token > ? AND expires_at > ? ORDER BY token LIMIT {$this->pageSize}",
                $last,
                $now,
            )->fetchAll(\PDO::FETCH_COLUMN);
            foreach ($page as $key) {
                if (!\is_string($key)) {
                    throw new \UnexpectedValueException("The table {$this->table} holds something else than tokens");
                }
                yield $last = $key;
            }
        } while ($page !== []);
    }

    public function deleteExpired(int $now): int
    {
        return $this->run("DELETE FROM {$this->table} WHERE expires_at <= ?", $now)->rowCount();
    }

    private function run(string $sql, string|int ...$values): \PDOStatement
    {
        $statement = $this->connection()->prepare($sql);
        foreach (array_values($values) as $i => $value) {
            $statement->bindValue($i + 1, $value, \is_int($value) ? \PDO::PARAM_INT : \PDO::PARAM_STR);
        }
        $statement->execute();

        return $statement;
    }

    private function connection(): \PDO
    {
        if ($this->connected !== null) {
            return $this->connected;
        }
        $connection = $this->connection instanceof \PDO ? $this->connection : ($this->connection)();
        if ($connection->getAttribute(\PDO::ATTR_ERRMODE) !== \PDO::ERRMODE_EXCEPTION) {
            throw new \InvalidArgumentException('The connection must report errors as exceptions (PDO::ERRMODE_EXCEPTION)');
        }
        if (!\in_array($connection->getAttribute(\PDO::ATTR_DRIVER_NAME), ['sqlite', 'pgsql', 'mysql'], true)) {
            throw new \InvalidArgumentException(
                'The connection must be to SQLite, PostgreSQL, MariaDB or MySQL; for other databases implement RevocationStore',
            );
        }

        return $this->connected = $connection;
    }
}
