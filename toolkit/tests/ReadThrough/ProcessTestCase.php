<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\ReadThrough;

use Bloom\Toolkit\Tests\Support\MariadbServer;
use Bloom\Toolkit\Tests\Support\PostgresServer;
use Bloom\Toolkit\Tests\Support\Worker;
use PHPUnit\Framework\TestCase;

/** A database, a cache and shared filters for processes with the extension. */
abstract class ProcessTestCase extends TestCase
{
    private string $directory;
    private string $dsn;

    protected function setUp(): void
    {
        $this->directory = '/dev/shm/bloom-toolkit-' . bin2hex(random_bytes(6));
        mkdir($this->directory, 0o700);
        mkdir("{$this->directory}/shm", 0o700);
        $this->use('SQLite');
    }

    protected function tearDown(): void
    {
        exec('rm -rf ' . escapeshellarg($this->directory));
    }

    protected function assertFound(string $filter): void
    {
        $reader = $this->start('read', $filter);
        $reader->expect('started');
        $reader->goOn();
        $reader->expect('loading');
        $reader->goOn();
        $reader->expect('"Lamp"');
    }

    protected function start(string $task, string $filter = 'BloomFilter', int $longestTransactionSeconds = 0): Worker
    {
        return new Worker(
            __DIR__ . '/workers/worker.php',
            [$task, $this->directory, $this->dsn, $filter, (string) $longestTransactionSeconds],
            "{$this->directory}/shm",
        );
    }

    protected function use(string $database): void
    {
        $this->dsn = match ($database) {
            'SQLite' => "sqlite:{$this->directory}/database",
            'PostgreSQL' => PostgresServer::dsn(),
            'MariaDB' => MariadbServer::dsn(),
            default => throw new \InvalidArgumentException($database),
        };
        $this->database()->exec('DROP TABLE IF EXISTS products');
        $this->database()->exec('CREATE TABLE products (sku VARCHAR(100) NOT NULL UNIQUE, name VARCHAR(100) NOT NULL)');
    }

    protected function database(): \PDO
    {
        return new \PDO($this->dsn);
    }
}
