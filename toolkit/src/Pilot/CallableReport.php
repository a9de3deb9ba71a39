<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Pilot;

/** Hands the figures to a function: to metrics that you have, or to a service that is made only then. */
final readonly class CallableReport implements Report
{
    /** @param \Closure(array<string, array<string, int|float>>): mixed $report is told what has come since the last call, as of Figures */
    public function __construct(private \Closure $report) {}

    public function add(array $figures): void
    {
        ($this->report)($figures);
    }
}
