<?php

declare(strict_types=1);

namespace Bloom\Toolkit;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Cache\KnownKeys;
use Bloom\Toolkit\Cache\StringKeyed;
use Bloom\Toolkit\Cache\UnknownItem;
use Psr\Cache\CacheItemInterface;
use Psr\Cache\CacheItemPoolInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * A PSR-6 pool that answers for keys that were never saved through it without asking the pool it wraps. In all else it
 * does what that pool does.
 *
 * The filter must be shared as widely as the pool's storage: a key that another process saves is hidden from a filter that
 * is private to this one. What is in the pool before the filter came stays hidden until it is saved again.
 *
 * An item of a key that was never saved is made here; saving it fetches one of the wrapped pool's for it first.
 */
final readonly class KnownKeysPool implements CacheItemPoolInterface
{
    private KnownKeys $known;

    /** @param string $reservedCharacters what keys must not contain; fewer for pools that allow more than PSR-6 does */
    public function __construct(
        private CacheItemPoolInterface $pool,
        MembershipFilter $filter,
        LoggerInterface $logger = new NullLogger(),
        string $reservedCharacters = KnownKeys::RESERVED,
    ) {
        $this->known = new KnownKeys($filter, $logger, $reservedCharacters);
    }

    public function getItem(string $key): CacheItemInterface
    {
        $this->known->validate($key);

        return $this->known->mightKnow($key) ? $this->pool->getItem($key) : new UnknownItem($key);
    }

    /**
     * @param array<mixed> $keys
     *
     * @return iterable<string, CacheItemInterface>
     */
    public function getItems(array $keys = []): iterable
    {
        $keys = $this->known->validateAll($keys);
        $asked = array_values(array_intersect_key($keys, array_filter($this->known->mightKnowMany($keys))));
        $found = [];
        if ($asked !== []) {
            /** @var CacheItemInterface $item */
            foreach ($this->pool->getItems($asked) as $item) {
                $found['k' . $item->getKey()] = $item;
            }
        }

        return new StringKeyed(array_map(
            static fn(string $key): array => [$key, $found['k' . $key] ?? new UnknownItem($key)],
            $keys,
        ));
    }

    public function hasItem(string $key): bool
    {
        $this->known->validate($key);

        return $this->known->mightKnow($key) && $this->pool->hasItem($key);
    }

    /** The filter keeps the keys: they cost a round trip until its next rebuild, and hide nothing that is saved meanwhile. */
    public function clear(): bool
    {
        return $this->pool->clear();
    }

    /** Always asks the pool, which may hold what the filter does not know. */
    public function deleteItem(string $key): bool
    {
        $this->known->validate($key);

        return $this->pool->deleteItem($key);
    }

    /** @param array<mixed> $keys */
    public function deleteItems(array $keys): bool
    {
        return $this->pool->deleteItems($this->known->validateAll($keys));
    }

    public function save(CacheItemInterface $item): bool
    {
        return $this->known->learn([$item->getKey()]) && $this->pool->save($this->itemOfPool($item));
    }

    /** The key is known from now on, since the item is visible before the commit. */
    public function saveDeferred(CacheItemInterface $item): bool
    {
        return $this->known->learn([$item->getKey()]) && $this->pool->saveDeferred($this->itemOfPool($item));
    }

    public function commit(): bool
    {
        return $this->pool->commit();
    }

    private function itemOfPool(CacheItemInterface $item): CacheItemInterface
    {
        return $item instanceof UnknownItem ? $item->replayOn($this->pool->getItem($item->getKey())) : $item;
    }
}
