<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Health\workers;

use Psr\Clock\ClockInterface;

/** The same time for all processes of a test: the Unix time that is in a file. */
final readonly class FileClock implements ClockInterface
{
    public function __construct(private string $file) {}

    public function now(): \DateTimeImmutable
    {
        return new \DateTimeImmutable('@' . (int) file_get_contents($this->file));
    }
}
