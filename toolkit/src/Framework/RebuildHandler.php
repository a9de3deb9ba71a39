<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Bloom\Toolkit\Health\RebuildRequest;

/** The worker behind a queue of requests. It must run where the filter is: on the machine that asked, as the same user. */
final readonly class RebuildHandler
{
    public function __construct(private Filters $filters) {}

    /** @throws \Exception as Filters::rebuild(), for the queue to log, and to try again */
    public function __invoke(RebuildRequest $request): void
    {
        $this->filters->rebuild($request->filter);
    }
}
