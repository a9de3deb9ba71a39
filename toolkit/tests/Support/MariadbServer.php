<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

/** A MariaDB of this test run's own, on a socket in a temporary directory; it ends with the process. */
final class MariadbServer
{
    private static ?self $running = null;

    private readonly string $directory;
    /** @var ?resource */
    private $process = null;

    /** One of the caller's own, which may be stopped: in a temporary directory, gone with the process. */
    public function __construct()
    {
        $this->directory = sys_get_temp_dir() . '/bloom-mariadb-' . bin2hex(random_bytes(6));
        mkdir($this->directory, 0o700);
        $this->start();
        register_shutdown_function(function (): void {
            $this->end(SIGKILL);
            exec('rm -rf ' . escapeshellarg($this->directory));
        });
        (new \PDO("mysql:unix_socket={$this->directory}/mariadb.sock"))->exec('CREATE DATABASE test');
    }

    /** Returns when it takes connections. */
    public function start(): void
    {
        $directory = $this->directory;
        // without the system's tables, which are about users and take seconds to make
        $process = proc_open(
            [
                is_executable('/usr/sbin/mariadbd') ? '/usr/sbin/mariadbd' : 'mariadbd', '--no-defaults', '--user=' . self::user(),
                "--datadir={$directory}", "--socket={$directory}/mariadb.sock", "--pid-file={$directory}/pid", '--skip-networking',
                '--skip-grant-tables', '--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=64M', '--innodb-log-file-size=16M',
            ],
            [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['pipe', 'w']],
            $pipes,
            '/',
        );
        if ($process === false) {
            throw new \RuntimeException('These tests need MariaDB (Debian: apt install mariadb-server-core)');
        }
        /** @var array{2: resource} $pipes */
        $messages = '';
        do {
            $line = fgets($pipes[2]);
            $messages .= $line;
        } while ($line !== false && !str_contains($line, 'ready for connections'));
        if ($line === false) {
            throw new \RuntimeException("MariaDB did not start (Debian: apt install mariadb-server-core): {$messages}");
        }
        $this->process = $process;
    }

    /** Returns when it has ended, with all that was committed on disk. */
    public function stop(): void
    {
        $this->end(SIGTERM);
    }

    private function end(int $signal): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process, $signal);
            proc_close($this->process);
            $this->process = null;
        }
    }

    public function dsnOfThis(): string
    {
        return "mysql:unix_socket={$this->directory}/mariadb.sock;dbname=test;charset=utf8mb4";
    }

    public static function dsn(): string
    {
        self::$running ??= new self();

        return self::$running->dsnOfThis();
    }

    /** @param array<int, mixed> $options */
    public static function connect(array $options = []): \PDO
    {
        return new \PDO(self::dsn(), null, null, $options);
    }

    private static function user(): string
    {
        $user = posix_getpwuid(posix_geteuid());

        return $user === false ? (string) posix_geteuid() : $user['name'];
    }
}
