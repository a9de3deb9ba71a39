<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

use Psr\Cache\CacheItemInterface;
use Psr\Cache\CacheItemPoolInterface;
use Symfony\Component\Cache\Adapter\ArrayAdapter;

/** Symfony's pool in an array, which writes down how it is called. */
final class SpyPool implements CacheItemPoolInterface
{
    /** @var list<list<string>> method and keys */
    public array $calls = [];
    /** @var ?\Closure(): mixed run when something is written */
    public ?\Closure $onWrite = null;
    public readonly ArrayAdapter $pool;

    public function __construct()
    {
        $this->pool = new ArrayAdapter(storeSerialized: false);
    }

    public function getItem(string $key): CacheItemInterface
    {
        $this->calls[] = ['getItem', $key];

        return $this->pool->getItem($key);
    }

    /**
     * @param array<string> $keys
     *
     * @return iterable<string, CacheItemInterface>
     */
    public function getItems(array $keys = []): iterable
    {
        $this->calls[] = ['getItems', ...array_values($keys)];

        return $this->pool->getItems($keys);
    }

    public function hasItem(string $key): bool
    {
        $this->calls[] = ['hasItem', $key];

        return $this->pool->hasItem($key);
    }

    public function clear(): bool
    {
        $this->calls[] = ['clear'];

        return $this->pool->clear();
    }

    public function deleteItem(string $key): bool
    {
        $this->calls[] = ['deleteItem', $key];

        return $this->pool->deleteItem($key);
    }

    /** @param array<string> $keys */
    public function deleteItems(array $keys): bool
    {
        $this->calls[] = ['deleteItems', ...array_values($keys)];

        return $this->pool->deleteItems($keys);
    }

    public function save(CacheItemInterface $item): bool
    {
        $this->calls[] = ['save', $item->getKey()];
        ($this->onWrite ?? static fn(): bool => true)();

        return $this->pool->save($item);
    }

    public function saveDeferred(CacheItemInterface $item): bool
    {
        $this->calls[] = ['saveDeferred', $item->getKey()];
        ($this->onWrite ?? static fn(): bool => true)();

        return $this->pool->saveDeferred($item);
    }

    public function commit(): bool
    {
        $this->calls[] = ['commit'];

        return $this->pool->commit();
    }
}
