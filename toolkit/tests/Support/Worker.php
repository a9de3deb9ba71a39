<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

use PHPUnit\Framework\Assert;

/** A process with the extension that is led through its script line by line: it says where it is, and is told to go on. */
final class Worker
{
    private const TIMEOUT_SECONDS = 60;

    /** @var resource */
    private $process;
    /** @var array{resource, resource} its standard input and output */
    private array $pipes;
    /** @var resource */
    private $errors;

    /** @param list<string> $arguments */
    public function __construct(string $script, array $arguments, string $shmDirectory)
    {
        $errors = tmpfile();
        \assert($errors !== false);
        $process = proc_open(
            [
                PHP_BINARY, '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', '-d', 'log_errors=0',
                ...Extension::arguments(),
                '-d', "bloom.shm_dir={$shmDirectory}", $script, ...$arguments,
            ],
            [['pipe', 'r'], ['pipe', 'w'], $errors],
            $pipes,
        );
        \assert($process !== false);
        /** @var array{resource, resource} $pipes */
        $this->process = $process;
        $this->pipes = $pipes;
        $this->errors = $errors;
    }

    public function __destruct()
    {
        $this->kill();
    }

    /** Waits for its next line. */
    public function expect(string $line): void
    {
        Assert::assertTrue($this->hasSaid(self::TIMEOUT_SECONDS), "No '{$line}' came");
        $heard = fgets($this->pipes[1]);
        rewind($this->errors);
        Assert::assertSame("{$line}\n", $heard, (string) stream_get_contents($this->errors));
    }

    public function expectNothing(float $seconds): void
    {
        Assert::assertFalse($this->hasSaid($seconds));
    }

    public function goOn(string $instruction = ''): void
    {
        fwrite($this->pipes[0], "{$instruction}\n");
    }

    public function kill(): void
    {
        if (\is_resource($this->process)) {
            proc_terminate($this->process, SIGKILL);
            proc_close($this->process);
        }
    }

    private function hasSaid(float $seconds): bool
    {
        $read = [$this->pipes[1]];
        $none = [];

        return stream_select($read, $none, $none, 0, (int) ($seconds * 1e6)) === 1;
    }
}
