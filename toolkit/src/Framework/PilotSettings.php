<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Bloom\Toolkit\Filter\AnsweredBy;
use Bloom\Toolkit\Pilot\CallableReport;
use Bloom\Toolkit\Pilot\FileReport;
use Bloom\Toolkit\Pilot\Report;

/** That a filter is tried out: filled and asked, never believed. */
final readonly class PilotSettings
{
    public ?Report $report;

    /**
     * @param Report|string|(\Closure(array<string, array<string, int|float>>): mixed)|null $report where the figures add up; a string
     *                                             is the absolute path of a file, of this filter alone and writable for all processes
     *                                             that use it; null: nowhere
     * @param ?\Closure(string, AnsweredBy): void $onDisagreement is told of what the filter lacks, in the form in which it was asked
     *
     * @throws \InvalidArgumentException the path is not absolute: figures are written when the working directory may be another one
     */
    public function __construct(Report|\Closure|string|null $report = null, public ?\Closure $onDisagreement = null)
    {
        $this->report = match (true) {
            \is_string($report) => new FileReport(AbsolutePath::of($report, 'The file of a report')),
            $report instanceof \Closure => new CallableReport($report),
            default => $report,
        };
    }
}
