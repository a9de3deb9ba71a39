<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Illuminate\Cache\TaggedCache;

/** The same for stores with tags. What is tagged goes past the filter, both ways. */
final class KnownKeysTaggableStore extends KnownKeysStore
{
    /** @param mixed $names */
    public function tags($names): TaggedCache
    {
        \assert(method_exists($this->store, 'tags'));
        $cache = $this->store->tags(\is_array($names) ? $names : \func_get_args());
        \assert($cache instanceof TaggedCache);

        return $cache;
    }
}
