<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

/** A Redis of this test run's own, on a socket in a temporary directory; it ends with the process. */
final class RedisServer
{
    private static ?self $running = null;

    public readonly string $socket;
    private readonly string $directory;
    /** @var ?resource */
    private $process = null;

    /** One of the caller's own, which may be stopped: in a temporary directory, gone with the process. */
    public function __construct()
    {
        $this->directory = sys_get_temp_dir() . '/bloom-redis-' . bin2hex(random_bytes(6));
        $this->socket = $this->directory . '/redis.sock';
        mkdir($this->directory);
        $this->start();
        register_shutdown_function(function (): void {
            $this->stop();
            @unlink($this->socket);
            @rmdir($this->directory);
        });
    }

    /** Returns when it takes connections; it is empty. */
    public function start(): void
    {
        $process = proc_open(
            [
                'redis-server', '--port', '0', '--unixsocket', $this->socket, '--save', '', '--appendonly', 'no',
                '--dir', $this->directory, '--daemonize', 'no',
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
        $this->process = $process;
    }

    /** Returns when it has ended; what it held is lost. */
    public function stop(): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process, SIGKILL);
            proc_close($this->process);
            $this->process = null;
        }
    }

    public static function socket(): string
    {
        self::$running ??= new self();

        return self::$running->socket;
    }

    public static function connect(string $socket): \Redis
    {
        $redis = new \Redis();
        $redis->connect($socket);

        return $redis;
    }
}
