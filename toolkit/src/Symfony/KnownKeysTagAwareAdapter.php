<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Symfony;

use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;
use Symfony\Contracts\Cache\TagAwareCacheInterface;

/** The same for pools with tags. */
final class KnownKeysTagAwareAdapter extends KnownKeysAdapter implements TagAwareAdapterInterface, TagAwareCacheInterface
{
    public function invalidateTags(array $tags): bool
    {
        return $this->pool instanceof TagAwareAdapterInterface && $this->pool->invalidateTags($tags);
    }
}
