<?php

declare(strict_types=1);

namespace Bloom\Toolkit\League;

/**
 * What the three repositories have in common: they are told what to revoke, but not until when it is valid.
 *
 * @internal
 */
trait RevokesById
{
    private function revoke(#[\SensitiveParameter] string $id): void
    {
        $this->list->revoke($id, $this->clock->now()->modify("+{$this->longestLifetimeSeconds} seconds"));
    }

    private function isListComplete(): bool
    {
        return $this->completeFrom === null || $this->clock->now() >= $this->completeFrom;
    }
}
