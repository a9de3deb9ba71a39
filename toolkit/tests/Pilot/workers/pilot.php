<?php

declare(strict_types=1);

/* One process of ReportTest: 100 requests, each with a pilot of its own. Argument: the file of the report. */

use Bloom\Toolkit\Pilot\FileReport;
use Bloom\Toolkit\Pilot\Shadow;
use Bloom\Toolkit\Tests\Support\StubFilter;
use Bloom\Toolkit\UniqueGuard;

require __DIR__ . '/../../bootstrap.php';

for ($i = 0; $i < 100; $i++) {
    $filter = new StubFilter();
    if ($i % 2 === 0 || $i % 10 === 1) {
        $filter->add("item {$i}");
    }
    $guard = new UniqueGuard(Shadow::of($filter, 'test', new FileReport($argv[1])), static fn(): bool => $i % 2 === 0);
    $guard->isTaken("item {$i}");
}
