<?php

declare(strict_types=1);

namespace Bloom\Tests\Fpm;

/**
 * A real nginx before a real php-fpm, in a folder of their own, for the tests and the demo.
 *
 * Runs as root with workers of another user, as servers do, or altogether as the current user.
 */
final class WebServer
{
    public readonly int $port;
    public readonly string $directory;
    private readonly string $script;

    /** @var array<string, resource> */
    private array $processes = [];

    /**
     * @param string                $extension path of bloom.so
     * @param string                $script    runs for every request; copied with its neighbours to where the workers can read it
     * @param array<string, string> $ini       settings of the workers
     * @param array<string, string> $pool      settings of the pool, such as pm.max_children
     */
    public function __construct(
        private readonly string $extension,
        string $script,
        private readonly array $ini = [],
        private readonly array $pool = [],
        private readonly string $user = 'www-data',
    ) {
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

    /** Extensions that PHP packages put into files of their own, as options of a command line without php.ini. */
    public static function extensionOptions(string $extension, string ...$others): string
    {
        $options = '-n -d extension=' . escapeshellarg($extension);
        foreach ($others as $other) {
            if (is_file((string) ini_get('extension_dir') . "/$other.so")) {
                $options .= " -d extension=$other";
            }
        }

        return $options;
    }

    public static function findFpm(): ?string
    {
        $version = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
        foreach (["/usr/sbin/php-fpm$version", PHP_BINDIR . '/../sbin/php-fpm', PHP_BINDIR . "/php-fpm$version"] as $path) {
            if (is_executable($path)) {
                return $path;
            }
        }

        return null;
    }

    public static function isRoot(): bool
    {
        return posix_geteuid() === 0;
    }

    public function start(): void
    {
        file_put_contents("$this->directory/fpm.conf", $this->fpmConfiguration());
        file_put_contents("$this->directory/nginx.conf", $this->nginxConfiguration());
        $fpm = self::findFpm() ?? throw new \RuntimeException('php-fpm of this PHP version is not installed');
        $options = self::extensionOptions($this->extension, 'pdo', 'pdo_sqlite', 'posix');
        $this->launch('fpm', escapeshellarg($fpm) . " $options -F -y " . escapeshellarg("$this->directory/fpm.conf"));
        $this->launch('nginx', 'nginx -e ' . escapeshellarg("$this->directory/nginx.log") . ' -p ' . escapeshellarg($this->directory) . ' -c nginx.conf');
        $this->awaitAnswer();
    }

    /** Asks php-fpm to start over with new workers while it goes on serving, as `systemctl reload` does. */
    public function reload(): void
    {
        posix_kill($this->fpmPid(), SIGUSR2);
        $this->awaitAnswer();
    }

    public function fpmPid(): int
    {
        return (int) file_get_contents("$this->directory/fpm.pid");
    }

    public function stop(): void
    {
        foreach ($this->processes as $name => $process) {
            $pid = $name === 'fpm' && is_file("$this->directory/fpm.pid") ? $this->fpmPid() : proc_get_status($process)['pid'];
            posix_kill($pid, SIGTERM);
        }
        foreach ($this->processes as $process) {
            proc_close($process);
        }
        $this->processes = [];
        if (is_dir($this->directory)) {
            exec('rm -rf ' . escapeshellarg($this->directory));
        }
    }

    /** The last lines that the servers wrote to their logs. */
    public function log(): string
    {
        $text = '';
        foreach (['fpm', 'nginx'] as $name) {
            $text .= implode('', array_slice(@file("$this->directory/$name.log") ?: [], -10));
        }

        return $text;
    }

    private function launch(string $name, string $command): void
    {
        $log = ['file', "$this->directory/$name.log", 'a'];
        $process = proc_open("exec $command", [['file', '/dev/null', 'r'], $log, $log], $pipes);
        if ($process === false) {
            throw new \RuntimeException("$name cannot be started");
        }
        $this->processes[$name] = $process;
    }

    private function awaitAnswer(): void
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

    private function fpmConfiguration(): string
    {
        $lines = ['[global]', "pid = $this->directory/fpm.pid", "error_log = $this->directory/fpm.log", 'daemonize = no', 'process_control_timeout = 20s', '[www]'];
        $settings = ['listen' => "$this->directory/fpm.sock", 'catch_workers_output' => 'yes'];
        if (self::isRoot()) {
            $settings += ['user' => $this->user, 'listen.owner' => 'www-data', 'listen.mode' => '0660'];
        }
        $settings += $this->pool + ['pm' => 'static', 'pm.max_children' => '4'];
        foreach ($settings as $name => $value) {
            $lines[] = "$name = $value";
        }
        foreach ($this->ini as $name => $value) {
            $lines[] = "php_admin_value[$name] = $value";
        }

        return implode("\n", $lines) . "\n";
    }

    private function nginxConfiguration(): string
    {
        $user = self::isRoot() ? 'user www-data;' : '';

        return <<<CONF
            $user
            daemon off;
            worker_processes 1;
            pid $this->directory/nginx.pid;
            error_log $this->directory/nginx.log;
            events { worker_connections 256; }
            http {
                access_log off;
                keepalive_requests 1000000;
                client_body_temp_path $this->directory/body;
                proxy_temp_path $this->directory/proxy;
                fastcgi_temp_path $this->directory/fastcgi;
                uwsgi_temp_path $this->directory/uwsgi;
                scgi_temp_path $this->directory/scgi;
                server {
                    listen 127.0.0.1:$this->port;
                    location / {
                        fastcgi_pass unix:$this->directory/fpm.sock;
                        fastcgi_param SCRIPT_FILENAME $this->script;
                        fastcgi_param REQUEST_METHOD \$request_method;
                        fastcgi_param REQUEST_URI \$request_uri;
                        fastcgi_param QUERY_STRING \$query_string;
                        fastcgi_param CONTENT_LENGTH \$content_length;
                        fastcgi_param CONTENT_TYPE \$content_type;
                        fastcgi_param HTTP_AUTHORIZATION \$http_authorization;
                    }
                }
            }
            CONF;
    }
}
