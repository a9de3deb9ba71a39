<?php

declare(strict_types=1);

namespace Bloom\Tests\Fpm;

/** A real server that runs PHP, in a folder of its own, on a free port of this machine. */
abstract class Server
{
    public readonly int $port;
    public readonly string $directory;
    protected readonly string $script;

    /** @var array<string, resource> */
    private array $processes = [];

    /** @param string $script runs for every request; copied with its neighbours to where the workers can read it */
    public function __construct(string $script)
    {
        $this->directory = sys_get_temp_dir() . '/bloom-web-' . bin2hex(random_bytes(6));
        mkdir($this->directory, 0755);
        chmod($this->directory, 0755);
        mkdir("$this->directory/app");
        foreach (glob(dirname($script) . '/*.php') ?: [] as $file) {
            copy($file, "$this->directory/app/" . basename($file));
        }
        $this->script = "$this->directory/app/" . basename($script);
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        if ($listener === false) {
            throw new \RuntimeException('No free port');
        }
        $this->port = (int) substr((string) strrchr((string) stream_socket_get_name($listener, false), ':'), 1);
        fclose($listener);
    }

    public function __destruct()
    {
        $this->stop();
    }

    /** Returns when it answers. */
    abstract public function start(): void;

    /** New workers for the old ones, as gently as this server can; returns when they answer. */
    abstract public function reload(): void;

    /** Extensions that PHP packages put into files of their own, as options of a command line without php.ini. */
    public static function extensionOptions(string $extension, string ...$others): string
    {
        $options = '-n -d extension=' . escapeshellarg($extension);
        foreach ($others as $other) {
            if (is_file((string) ini_get('extension_dir') . "/$other.so")) {
                $options .= ($other === 'opcache' ? ' -d zend_extension=' : ' -d extension=') . $other;
            }
        }

        return $options;
    }

    public static function isRoot(): bool
    {
        return posix_geteuid() === 0;
    }

    public function stop(): void
    {
        $this->end();
        if (is_dir($this->directory)) {
            exec('rm -rf ' . escapeshellarg($this->directory));
        }
    }

    /** The last lines that the servers wrote to their logs. */
    public function log(): string
    {
        $text = '';
        foreach (glob("$this->directory/*.log") ?: [] as $path) {
            $text .= implode('', array_slice(@file($path) ?: [], -10));
        }

        return $text;
    }

    protected function end(): void
    {
        foreach (array_keys($this->processes) as $name) {
            $this->signal($name, SIGTERM);
        }
        foreach ($this->processes as $process) {
            proc_close($process);
        }
        $this->processes = [];
    }

    protected function signal(string $name, int $signal): void
    {
        posix_kill($this->pid($name), $signal);
    }

    protected function pid(string $name): int
    {
        return proc_get_status($this->processes[$name])['pid'];
    }

    /** @param array<string, string>|null $environment null: this process's */
    protected function launch(string $name, string $command, ?array $environment = null): void
    {
        $log = ['file', "$this->directory/$name.log", 'a'];
        $process = proc_open("exec $command", [['file', '/dev/null', 'r'], $log, $log], $pipes, null, $environment);
        if ($process === false) {
            throw new \RuntimeException("$name cannot be started");
        }
        $this->processes[$name] = $process;
    }

    protected function awaitAnswer(): void
    {
        $client = new HttpClient($this->port);
        for ($deadline = microtime(true) + 20; microtime(true) < $deadline; usleep(20_000)) {
            try {
                if ($client->request('GET', '/ping')->status === 200) {
                    return;
                }
            } catch (\RuntimeException) { // not listening yet
            }
        }
        throw new \RuntimeException("The web server does not answer:\n" . $this->log());
    }
}
