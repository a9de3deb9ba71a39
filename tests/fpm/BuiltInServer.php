<?php

declare(strict_types=1);

namespace Bloom\Tests\Fpm;

/** `php -S` with several workers, which it forks at its start. */
final class BuiltInServer extends Server
{
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

    public function start(): void
    {
        $command = escapeshellarg(PHP_BINARY) . ' ' . self::extensionOptions($this->extension);
        foreach ($this->ini as $name => $value) {
            $command .= ' -d ' . escapeshellarg("$name=$value");
        }
        $this->launch('php', "$command -S 127.0.0.1:$this->port " . escapeshellarg($this->script), ['PHP_CLI_SERVER_WORKERS' => '4'] + $this->environment + getenv());
        $this->awaitAnswer();
    }

    /** It cannot reload: it ends and starts anew. */
    public function reload(): void
    {
        $this->end();
        $this->start();
    }

    /** Of a signal its parent process tells its workers nothing. */
    protected function signal(string $name, int $signal): void
    {
        $parent = $this->pid($name);
        $workers = explode(' ', trim((string) @file_get_contents("/proc/$parent/task/$parent/children")));
        foreach ([...array_filter(array_map(intval(...), $workers)), $parent] as $pid) {
            posix_kill($pid, $signal);
        }
    }
}
