<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Pilot;

use Bloom\DeletableFilter;
use Bloom\Toolkit\Filter\ForwardsRemoves;

/**
 * Of a filter that can forget.
 *
 * @internal
 */
final class DeletableShadow extends Shadow implements DeletableFilter
{
    use ForwardsRemoves;

    /** What ReadThrough asks before it writes must not keep it from writing. */
    public function generation(): int
    {
        try {
            return $this->filter->generation();
        } catch (\Exception $exception) {
            $this->fail('questions', $exception);

            return 0;
        }
    }

    public function info(): array
    {
        try {
            return $this->filter->info();
        } catch (\Exception $exception) {
            $this->fail('questions', $exception);

            return [];
        }
    }
}
