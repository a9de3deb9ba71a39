<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Symfony;

use Bloom\MembershipFilter;
use Bloom\Toolkit\KnownKeysCallbackCache;
use Bloom\Toolkit\KnownKeysPool;
use Psr\Cache\CacheItemInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;
use Symfony\Component\Cache\CacheItem;
use Symfony\Component\Cache\PruneableInterface;
use Symfony\Component\Cache\ResettableInterface;
use Symfony\Contracts\Cache\CacheInterface;
use Symfony\Contracts\Cache\NamespacedPoolInterface;

/**
 * A pool of Symfony's that answers for keys that were never saved through it without asking the pool it wraps: what
 * KnownKeysPool and KnownKeysCallbackCache are, with all that Symfony expects of a pool.
 *
 * @see KnownKeysTagAwareAdapter for pools with tags
 */
class KnownKeysAdapter implements AdapterInterface, CacheInterface, NamespacedPoolInterface, PruneableInterface, ResettableInterface
{
    private readonly KnownKeysPool $items;
    private readonly KnownKeysCallbackCache $callbackCache;

    final public function __construct(
        protected readonly AdapterInterface&CacheInterface $pool,
        private readonly MembershipFilter $filter,
        private readonly LoggerInterface $logger = new NullLogger(),
    ) {
        // Makes the items of keys that were never saved, which are the pool's own kind; without a limit it would remember each.
        $blank = $pool instanceof TagAwareAdapterInterface ? new TagAwareAdapter(new ArrayAdapter(maxItems: 1)) : new ArrayAdapter(maxItems: 1);
        $this->items = new KnownKeysPool($pool, $filter, $logger, unknownItem: $blank->getItem(...));
        $this->callbackCache = new KnownKeysCallbackCache($pool, $filter, $logger);
    }

    public function getItem(mixed $key): CacheItem
    {
        $item = $this->items->getItem($key);
        \assert($item instanceof CacheItem);

        return $item;
    }

    /**
     * @param array<mixed> $keys
     *
     * @return iterable<string, CacheItem>
     */
    public function getItems(array $keys = []): iterable
    {
        /** @var iterable<string, CacheItem> */
        return $this->items->getItems($keys);
    }

    public function hasItem(string $key): bool
    {
        return $this->items->hasItem($key);
    }

    public function clear(string $prefix = ''): bool
    {
        return $this->pool->clear($prefix);
    }

    public function deleteItem(string $key): bool
    {
        return $this->items->deleteItem($key);
    }

    /** @param array<mixed> $keys */
    public function deleteItems(array $keys): bool
    {
        return $this->items->deleteItems($keys);
    }

    public function save(CacheItemInterface $item): bool
    {
        return $this->items->save($item);
    }

    public function saveDeferred(CacheItemInterface $item): bool
    {
        return $this->items->saveDeferred($item);
    }

    public function commit(): bool
    {
        return $this->items->commit();
    }

    /** @param array<mixed>|null $metadata */
    public function get(string $key, callable $callback, ?float $beta = null, ?array &$metadata = null): mixed
    {
        return $this->callbackCache->get($key, $callback, $beta, $metadata);
    }

    public function delete(string $key): bool
    {
        return $this->callbackCache->delete($key);
    }

    /** One filter for all namespaces: a key of one is a "maybe" in the others. */
    public function withSubNamespace(string $namespace): static
    {
        if (!$this->pool instanceof NamespacedPoolInterface) {
            throw new \BadMethodCallException(get_debug_type($this->pool) . ' does not support namespaces');
        }

        return new static($this->pool->withSubNamespace($namespace), $this->filter, $this->logger);
    }

    public function prune(): bool
    {
        return $this->pool instanceof PruneableInterface && $this->pool->prune();
    }

    public function reset(): void
    {
        if ($this->pool instanceof ResettableInterface) {
            $this->pool->reset();
        }
    }
}
