<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

/** A Redis of this test run's own, on a socket in a temporary directory; it ends with the process. */
final class RedisServer
{
    private static ?self $running = null;

    public readonly string $socket;

    private function __construct(private readonly string $directory)
    {
        $this->socket = $directory . '/redis.sock';
        mkdir($directory);
        $process = proc_open(
            [
                'redis-server', '--port', '0', '--unixsocket', $this->socket, '--save', '', '--appendonly', 'no',
                '--dir', $directory, '--daemonize', 'no',
            ],
            [['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']],
            $pipes,
        );
        if ($process === false) {
            throw new \RuntimeException('These tests need redis-server (Debian: apt install redis-server)');
        }
        /** @var array{1: resource} $pipes */
        $log = '';
        do {
            $line = fgets($pipes[1]);
            $log .= $line;
        } while ($line !== false && stripos($line, 'ready to accept connections') === false);
        if ($line === false) {
            throw new \RuntimeException("redis-server did not start (Debian: apt install redis-server): {$log}");
        }
        register_shutdown_function(function () use ($process): void {
            proc_terminate($process, SIGKILL);
            proc_close($process);
            @unlink($this->socket);
            @rmdir($this->directory);
        });
    }

    public static function socket(): string
    {
        self::$running ??= new self(sys_get_temp_dir() . '/bloom-redis-' . bin2hex(random_bytes(6)));

        return self::$running->socket;
    }

    public static function connect(string $socket): \Redis
    {
        $redis = new \Redis();
        $redis->connect($socket);

        return $redis;
    }
}
