<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Health;

use Bloom\DeletableFilter;
use Bloom\Toolkit\Filter\ForwardsRemoves;

/**
 * Of a filter that can forget.
 *
 * @internal
 */
final class DeletableWatched extends Watched implements DeletableFilter
{
    use ForwardsRemoves;
}
