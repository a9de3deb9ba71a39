<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Filter;

use Bloom\DeletableFilter;

/**
 * For a ForwardingFilter in front of a filter that can forget.
 *
 * @internal
 */
trait ForwardsRemoves
{
    public function remove(#[\SensitiveParameter] string $item, ?int $ifGeneration = null): bool
    {
        return $this->filter instanceof DeletableFilter && $this->filter->remove($item, $ifGeneration);
    }
}
