<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Health;

/** That a filter should be built anew, for a callback or a queue. */
final readonly class RebuildRequest
{
    /**
     * @param string $filter        its name, as given to Watched::of()
     * @param int    $count         how many items it holds, estimated; far past $expectedItems at least so many
     * @param int    $expectedItems for how many it was made
     * @param float  $rate          of false positives, the higher one of estimate and measurement
     */
    public function __construct(
        public string $filter,
        public Cause $cause,
        public int $count,
        public int $expectedItems,
        public float $rate,
    ) {}
}
