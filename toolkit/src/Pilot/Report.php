<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Pilot;

/** Where the figures of a pilot add up, over requests and processes. */
interface Report
{
    /**
     * Called at the end of a Shadow's life, and every few seconds before.
     *
     * @param array<string, array<string, int|float>> $figures what has come since the last call, as of Figures
     */
    public function add(array $figures): void;
}
