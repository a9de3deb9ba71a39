<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Health;

/** What a filter suffers from. */
enum Cause: string
{
    /** The rate of false positives that follows from its bits. */
    case EstimatedRate = 'estimated rate';
    /** The rate of false positives that was reported to it. */
    case MeasuredRate = 'measured rate';
    /** More items than it was made for. */
    case Fill = 'fill';
}
