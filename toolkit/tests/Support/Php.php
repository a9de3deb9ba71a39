<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

/** Runs a PHP script in a process of its own, with the extension or without, whatever this one has. */
final class Php
{
    /**
     * @param array<string, string> $settings php.ini settings
     * @param list<string>          $arguments
     *
     * @return string what it wrote to standard output
     */
    public static function run(
        string $script,
        array $arguments = [],
        string $input = '',
        bool $withExtension = false,
        array $settings = [],
    ): string {
        $command = [PHP_BINARY, '-n', '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', '-d', 'log_errors=0'];
        if ($withExtension) {
            $settings['extension'] = Extension::path();
        }
        foreach ($settings as $name => $value) {
            $command[] = '-d';
            $command[] = "{$name}=\"{$value}\"";
        }
        // files, not pipes: two full pipes would wait for each other
        $files = [tmpfile(), tmpfile(), tmpfile()];
        if (\in_array(false, $files, true)) {
            throw new \RuntimeException('No temporary file for a test process');
        }
        fwrite($files[0], $input);
        rewind($files[0]);
        $process = proc_open([...$command, $script, ...$arguments], $files, $pipes);
        if ($process === false) {
            throw new \RuntimeException("Cannot start {$script}");
        }
        $status = proc_close($process);
        rewind($files[1]);
        rewind($files[2]);
        $output = (string) stream_get_contents($files[1]);
        $complaints = (string) stream_get_contents($files[2]);
        if ($status !== 0 || $complaints !== '') {
            throw new \RuntimeException("{$script} ended with status {$status}: {$complaints}");
        }

        return $output;
    }
}
