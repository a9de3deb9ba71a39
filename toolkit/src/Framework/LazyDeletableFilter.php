<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Bloom\DeletableFilter;

/**
 * The same for kinds that can forget.
 *
 * @internal
 */
final class LazyDeletableFilter extends LazyFilter implements DeletableFilter
{
    public function remove(#[\SensitiveParameter] string $item, ?int $ifGeneration = null): bool
    {
        $filter = $this->open();

        return $filter instanceof DeletableFilter && $filter->remove($item, $ifGeneration);
    }
}
