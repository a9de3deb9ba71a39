<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

/** A PostgreSQL of this test run's own, on a socket in a temporary directory; it ends with the process. */
final class PostgresServer
{
    private static ?self $running = null;

    private function __construct(private readonly string $directory)
    {
        mkdir($directory, 0o700);
        // PostgreSQL refuses to run as root
        $asUser = [];
        if (posix_geteuid() === 0) {
            chown($directory, 'postgres');
            $asUser = ['runuser', '-u', 'postgres', '--'];
        }
        $binaries = glob('/usr/lib/postgresql/*/bin');
        $binary = $binaries === false || $binaries === [] ? '' : end($binaries) . '/';
        $log = tmpfile();
        \assert($log !== false);
        $nothing = ['file', '/dev/null', 'r'];
        $init = proc_open(
            [...$asUser, $binary . 'initdb', '-D', $directory . '/data', '-U', 'test', '-A', 'trust', '-N', '--locale=C.UTF-8'],
            [$nothing, $log, $log],
            $pipes,
            '/',
        );
        if ($init === false || proc_close($init) !== 0) {
            rewind($log);
            throw new \RuntimeException('These tests need PostgreSQL (Debian: apt install postgresql): ' . stream_get_contents($log));
        }
        $process = proc_open(
            [
                ...$asUser, $binary . 'postgres', '-D', $directory . '/data', '-k', $directory, '-c', 'listen_addresses=',
                '-c', 'fsync=off', '-c', 'log_destination=stderr', '-c', 'logging_collector=off',
            ],
            [$nothing, ['file', '/dev/null', 'w'], ['pipe', 'w']],
            $pipes,
            '/',
        );
        \assert($process !== false);
        /** @var array{2: resource} $pipes */
        $messages = '';
        do {
            $line = fgets($pipes[2]);
            $messages .= $line;
        } while ($line !== false && !str_contains($line, 'ready to accept connections'));
        if ($line === false) {
            throw new \RuntimeException("PostgreSQL did not start: {$messages}");
        }
        register_shutdown_function(function () use ($process, $pipes): void {
            $pid = (int) file_get_contents($this->directory . '/data/postmaster.pid');
            posix_kill($pid, SIGINT); // fast shutdown, of the server itself and not of runuser
            stream_get_contents($pipes[2]);
            proc_close($process);
            exec('rm -rf ' . escapeshellarg($this->directory));
        });
    }

    public static function dsn(): string
    {
        self::$running ??= new self(sys_get_temp_dir() . '/bloom-postgres-' . bin2hex(random_bytes(6)));

        return 'pgsql:host=' . self::$running->directory . ';dbname=postgres;user=test';
    }

    public static function connect(): \PDO
    {
        return new \PDO(self::dsn());
    }
}
