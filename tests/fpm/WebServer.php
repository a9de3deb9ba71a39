<?php

declare(strict_types=1);

namespace Bloom\Tests\Fpm;

require_once __DIR__ . '/Server.php';

/**
 * A real nginx before a real php-fpm, for the tests and the demo.
 *
 * Started by root, it has workers of another user, as servers do, unless it is asked to run altogether as the current user.
 */
final class WebServer extends Server
{
    /**
     * @param string                $extension path of bloom.so
     * @param array<string, string> $ini       settings of the workers
     * @param array<string, string> $pool      settings of the pool, such as pm.max_children
     * @param string|null           $otherUser of a second pool, for what is below /other/
     * @param list<string>          $modules   other extensions for the workers, where they are files of their own; "opcache" too
     * @param bool                  $asCurrentUser even if that is root: for a script whose libraries only the current user may be able to read
     */
    public function __construct(
        private readonly string $extension,
        string $script,
        private readonly array $ini = [],
        private readonly array $pool = [],
        private readonly ?string $otherUser = null,
        private readonly array $modules = ['pdo', 'pdo_sqlite', 'posix'],
        private readonly bool $asCurrentUser = false,
    ) {
        parent::__construct($script);
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

    public function start(): void
    {
        file_put_contents("$this->directory/fpm.conf", $this->fpmConfiguration());
        file_put_contents("$this->directory/nginx.conf", $this->nginxConfiguration());
        $fpm = self::findFpm() ?? throw new \RuntimeException('php-fpm of this PHP version is not installed');
        $options = self::extensionOptions($this->extension, ...$this->modules) . ($this->asCurrentUser && self::isRoot() ? ' -R' : '');
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

    protected function pid(string $name): int
    {
        return $name === 'fpm' && is_file("$this->directory/fpm.pid") ? $this->fpmPid() : parent::pid($name);
    }

    private function fpmConfiguration(): string
    {
        $lines = ['[global]', "pid = $this->directory/fpm.pid", "error_log = $this->directory/fpm.log", 'daemonize = no', 'process_control_timeout = 20s'];
        foreach (array_filter(['fpm' => 'www-data', 'other' => $this->otherUser]) as $pool => $user) {
            $lines[] = "[$pool]";
            $settings = ['listen' => "$this->directory/$pool.sock", 'catch_workers_output' => 'yes'];
            if (self::isRoot() && $this->asCurrentUser) {
                $settings += ['user' => 'root'];
            } elseif (self::isRoot()) {
                $settings += ['user' => $user, 'listen.owner' => 'www-data', 'listen.mode' => '0660'];
            }
            $settings += $this->pool + ['pm' => 'static', 'pm.max_children' => '4'];
            foreach ($settings as $name => $value) {
                $lines[] = "$name = $value";
            }
            foreach ($this->ini as $name => $value) {
                $lines[] = "php_admin_value[$name] = $value";
            }
        }

        return implode("\n", $lines) . "\n";
    }

    private function nginxConfiguration(): string
    {
        $user = match (true) {
            !self::isRoot() => '',
            $this->asCurrentUser => 'user root;',
            default => 'user www-data;',
        };

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
                    fastcgi_param SCRIPT_FILENAME $this->script;
                    fastcgi_param REQUEST_METHOD \$request_method;
                    fastcgi_param REQUEST_URI \$request_uri;
                    fastcgi_param QUERY_STRING \$query_string;
                    fastcgi_param CONTENT_LENGTH \$content_length;
                    fastcgi_param CONTENT_TYPE \$content_type;
                    fastcgi_param HTTP_AUTHORIZATION \$http_authorization;
                    location / {
                        fastcgi_pass unix:$this->directory/fpm.sock;
                    }
                    location /other/ {
                        fastcgi_pass unix:$this->directory/other.sock;
                    }
                }
            }
            CONF;
    }
}
