<?php

declare(strict_types=1);

namespace Bloom;

/** A filter that can forget; the extension's interface, for machines without the extension, which has no such filter. */
interface DeletableFilter extends MembershipFilter
{
    /**
     * Removes one earlier add of the item. False, and nothing changes, if it is definitely absent or, with $ifGeneration,
     * if the filter has been rebuilt since. Removing what was never added, or twice, can hide others. Throws while not ready.
     */
    public function remove(#[\SensitiveParameter] string $item, ?int $ifGeneration = null): bool;
}
