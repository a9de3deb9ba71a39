<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Symfony;

use Bloom\Toolkit\Filter\AnsweredBy;
use Bloom\Toolkit\Health\RebuildRequest;
use Bloom\Toolkit\Pilot\Report;

/** What filters report to services of an application. */
final class Reports implements Report
{
    /** @var array<string, array<string, int|float>> */
    public array $figures = [];
    /** @var list<array{string, AnsweredBy}> */
    public array $lacks = [];
    /** @var list<RebuildRequest> */
    public array $requests = [];

    public function add(array $figures): void
    {
        $this->figures = $figures;
    }

    public function lacks(string $item, AnsweredBy $by): void
    {
        $this->lacks[] = [$item, $by];
    }

    public function __invoke(RebuildRequest $request): void
    {
        $this->requests[] = $request;
    }
}
