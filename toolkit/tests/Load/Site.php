<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

use Bloom\Tests\Fpm\WebServer;
use Bloom\Toolkit\Revocation\PdoRevocationStore;
use Bloom\Toolkit\Tests\Support\Extension;
use Bloom\Toolkit\Tests\Support\MariadbServer;
use Bloom\Toolkit\Tests\Support\RedisServer;

require_once __DIR__ . '/../../../tests/fpm/WebServer.php';
require_once __DIR__ . '/../../../tests/fpm/HttpClient.php';
require_once __DIR__ . '/../../../tests/fpm/HttpResponse.php';

/** The application behind nginx in php-fpm's workers, with a MariaDB and a Redis of its own, which count what arrives. */
final class Site
{
    public const WORKERS = 50;

    public readonly MariadbServer $database;
    public readonly RedisServer $redis;
    public readonly Crowd $crowd;
    private readonly WebServer $web;
    private readonly string $directory;

    public function __construct()
    {
        if (WebServer::findFpm() === null) {
            throw new \RuntimeException('These tests need nginx and php-fpm of this PHP version (Debian: apt install nginx php-fpm)');
        }
        $this->directory = '/dev/shm/bloom-load-' . bin2hex(random_bytes(6));
        mkdir($this->directory, 0o700);
        mkdir("{$this->directory}/filters", 0o700);
        mkdir("{$this->directory}/marks", 0o700);
        register_shutdown_function(function (): void {
            exec('rm -rf ' . escapeshellarg($this->directory));
        });
        $this->database = new MariadbServer();
        $this->redis = new RedisServer();
        $environment = [
            'TOOLKIT' => \dirname(__DIR__, 2),
            'DATABASE' => $this->database->dsnOfThis(),
            'REDIS' => $this->redis->socket,
            'MARKS' => "{$this->directory}/marks",
        ];
        $mutant = getenv('BLOOM_TEST_MUTANT');
        if (\is_string($mutant) && $mutant !== '') { // php-fpm takes no empty values
            $environment['BLOOM_TEST_MUTANT'] = $mutant;
        }
        $pool = ['pm.max_children' => (string) self::WORKERS];
        foreach ($environment as $name => $value) {
            $pool["env[{$name}]"] = "\"{$value}\"";
        }
        $this->web = new WebServer(
            Extension::path(),
            __DIR__ . '/app/index.php',
            ['bloom.shm_dir' => "{$this->directory}/filters", 'error_reporting' => '-1', 'opcache.validate_timestamps' => '0'],
            $pool,
            modules: ['opcache', 'mbstring', 'ctype', 'posix', 'mysqlnd', 'pdo', 'pdo_mysql', 'igbinary', 'redis'],
            asCurrentUser: true,
        );
        $this->web->start();
        $this->crowd = new Crowd($this->web->port);
    }

    /** As before the first request. */
    public function reset(): void
    {
        $connection = $this->connection();
        $connection->exec('DROP TABLE IF EXISTS products, users, revoked_tokens');
        $connection->exec('CREATE TABLE products (sku VARCHAR(100) COLLATE ' . Application::COLLATION . ' NOT NULL UNIQUE, name VARCHAR(100) NOT NULL)');
        $connection->exec('CREATE TABLE users (name VARCHAR(100) COLLATE ' . Application::COLLATION . ' NOT NULL UNIQUE)');
        (new PdoRevocationStore($connection))->createTable();
        RedisServer::connect($this->redis->socket)->flushAll();
        $this->removeFilters();
        $this->removeMarks();
    }

    public function connection(): \PDO
    {
        return new \PDO($this->database->dsnOfThis());
    }

    /** How many SELECTs have arrived at the database, by its own count. */
    public function selects(): int
    {
        return $this->status('Com_select');
    }

    /** How many commands have arrived at Redis, by its own count, without the one that clients send when they connect. */
    public function redisCommands(): int
    {
        $statistics = RedisServer::connect($this->redis->socket)->info('commandstats');
        $calls = 0;
        foreach (\is_array($statistics) ? $statistics : [] as $command => $figures) {
            if (!\in_array($command, ['cmdstat_info', 'cmdstat_select'], true) && \is_string($figures) && preg_match('/^calls=(\d+)/', $figures, $match) === 1) {
                $calls += (int) $match[1];
            }
        }

        return $calls;
    }

    /** @param array<string, string|int|float> $parameters */
    public static function path(string $page, array $parameters = []): string
    {
        return $parameters === [] ? $page : $page . '?' . http_build_query($parameters);
    }

    /** @param array<string, string|int|float> $parameters */
    public function get(string $page, array $parameters = []): string
    {
        return $this->crowd->ask([self::path($page, $parameters)])[0];
    }

    /** How many have come to a place of the application that tells. */
    public function marks(string $name): int
    {
        clearstatcache();
        $file = "{$this->directory}/marks/{$name}";

        return is_file($file) ? (int) filesize($file) : 0;
    }

    /** Tells those that are held to go on. */
    public function goOn(): void
    {
        touch("{$this->directory}/marks/go on");
    }

    public function removeMarks(): void
    {
        self::empty("{$this->directory}/marks");
    }

    /** Workers find out at their next request. */
    public function removeFilters(): void
    {
        self::empty("{$this->directory}/filters");
    }

    private static function empty(string $directory): void
    {
        foreach (new \FilesystemIterator($directory) as $file) {
            \assert($file instanceof \SplFileInfo);
            unlink($file->getPathname());
        }
    }

    private function status(string $name): int
    {
        $query = $this->connection()->query("SHOW GLOBAL STATUS LIKE '{$name}'");
        \assert($query !== false);
        $row = $query->fetch(\PDO::FETCH_NUM);
        \assert(\is_array($row) && is_numeric($row[1]));

        return (int) $row[1];
    }
}
