<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\ReadThrough;

use Bloom\Toolkit\Tests\Support\Worker;
use PHPUnit\Framework\TestCase;

/** A database, a cache and shared filters for processes with the extension. */
abstract class ProcessTestCase extends TestCase
{
    private string $directory;

    protected function setUp(): void
    {
        $this->directory = '/dev/shm/bloom-toolkit-' . bin2hex(random_bytes(6));
        mkdir($this->directory, 0o700);
        mkdir("{$this->directory}/shm", 0o700);
        $this->database()->exec('CREATE TABLE products (sku TEXT NOT NULL UNIQUE, name TEXT NOT NULL)');
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
            [$task, $this->directory, $filter, (string) $longestTransactionSeconds],
            "{$this->directory}/shm",
        );
    }

    protected function database(): \PDO
    {
        return new \PDO("sqlite:{$this->directory}/database");
    }
}
