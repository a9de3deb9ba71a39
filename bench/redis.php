<?php

declare(strict_types=1);

namespace Bloom\Bench;

/** A Redis server of the benchmark's own: on a Unix socket in a temporary directory, without persistence, gone with this object. */
final class RedisServer
{
    public readonly \Redis $client;
    private string $directory;
    /** @var resource|null */
    private $process = null;

    /** @return self|null null if Redis or its PHP extension is not installed, or the server does not come up */
    public static function start(): ?self
    {
        if (!extension_loaded('redis') || trim((string) shell_exec('command -v redis-server')) === '') {
            return null;
        }
        $server = new self();

        return $server->connect() ? $server : null;
    }

    private function __construct()
    {
        $this->directory = sys_get_temp_dir() . '/bloom-bench-' . bin2hex(random_bytes(6));
        mkdir($this->directory, 0700);
        $this->client = new \Redis();
        $process = proc_open(
            ['redis-server', '--port', '0', '--unixsocket', $this->socket(), '--dir', $this->directory, '--save', '', '--appendonly', 'no'],
            [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']],
            $pipes,
        );
        $this->process = $process === false ? null : $process;
    }

    public function __destruct()
    {
        if ($this->process !== null) {
            proc_terminate($this->process);
            proc_close($this->process);
        }
        @unlink($this->socket());
        @rmdir($this->directory);
    }

    private function socket(): string
    {
        return $this->directory . '/redis.sock';
    }

    private function connect(): bool
    {
        for ($attempt = 0; $attempt < 200; $attempt++) {
            try {
                if (file_exists($this->socket()) && $this->client->connect($this->socket())) {
                    return true;
                }
            } catch (\RedisException) { // the socket is there before the server listens
            }
            usleep(25_000);
        }

        return false;
    }

    public function usedBytes(): int
    {
        $info = $this->client->info('memory');
        $bytes = is_array($info) ? $info['used_memory'] ?? null : null;

        return is_numeric($bytes) ? (int) $bytes : 0;
    }
}
