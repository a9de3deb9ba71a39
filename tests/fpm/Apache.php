<?php

declare(strict_types=1);

namespace Bloom\Tests\Fpm;

/** Apache with PHP as its module and a process for each request at a time (mpm_prefork); below /own/ with a hash key of its own. */
final class Apache extends Server
{
    private const MODULES = '/usr/lib/apache2/modules';

    /**
     * @param string                $extension   path of bloom.so
     * @param array<string, string> $ini         settings of PHP
     * @param array<string, string> $environment of the requests
     */
    public function __construct(
        private readonly string $extension,
        string $script,
        private readonly array $ini = [],
        private readonly array $environment = [],
    ) {
        parent::__construct($script);
    }

    /** Why it cannot run here; null if it can. */
    public static function missing(): ?string
    {
        if (!is_executable('/usr/sbin/apache2')) {
            return 'apache2-bin is not installed';
        }

        return is_file(self::module()) ? null : 'Apache has no module of this PHP version';
    }

    public function start(): void
    {
        $lines = array_map(static fn(string $name, string $value): string => "$name=\"$value\"", array_keys($this->ini), $this->ini);
        file_put_contents("$this->directory/php.ini", "extension=$this->extension\n" . implode("\n", $lines) . "\n");
        file_put_contents("$this->directory/apache.conf", $this->configuration());
        // in a session of its own, since it passes signals on to its whole process group
        $this->launch('apache', 'setsid /usr/sbin/apache2 -D FOREGROUND -f ' . escapeshellarg("$this->directory/apache.conf"), ['PHP_INI_SCAN_DIR' => ''] + getenv());
        $this->awaitAnswer();
    }

    /** What `apachectl graceful` does: the parent process loads its modules anew, workers end after their requests. */
    public function reload(): void
    {
        $began = substr_count($this->log(), 'resuming normal operations');
        $this->signal('apache', SIGUSR1);
        for ($deadline = microtime(true) + 20; microtime(true) < $deadline && substr_count($this->log(), 'resuming normal operations') === $began; usleep(20_000));
        $this->awaitAnswer();
    }

    private static function module(): string
    {
        return self::MODULES . '/libphp' . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION . '.so';
    }

    private function configuration(): string
    {
        $modules = self::MODULES;
        $php = self::module();
        $user = self::isRoot() ? "User www-data\nGroup www-data" : '';
        $environment = implode("\n", array_map(static fn(string $name, string $value): string => "SetEnv $name \"$value\"", array_keys($this->environment), $this->environment));

        return <<<CONF
            ServerName localhost
            ServerRoot $this->directory
            DocumentRoot $this->directory/app
            PidFile $this->directory/apache.pid
            ErrorLog $this->directory/apache.log
            LogLevel notice
            Listen 127.0.0.1:$this->port
            LoadModule mpm_prefork_module $modules/mod_mpm_prefork.so
            LoadModule authz_core_module $modules/mod_authz_core.so
            LoadModule alias_module $modules/mod_alias.so
            LoadModule env_module $modules/mod_env.so
            LoadModule php_module $php
            PHPIniDir $this->directory
            $user
            StartServers 4
            MinSpareServers 4
            MaxSpareServers 4
            MaxRequestWorkers 4
            KeepAlive On
            MaxKeepAliveRequests 0
            AliasMatch "^/" $this->script
            <FilesMatch "\.php$">
                SetHandler application/x-httpd-php
            </FilesMatch>
            $environment
            <Location "/own/">
                php_admin_value bloom.hash_key "of this location"
            </Location>

            CONF;
    }
}
