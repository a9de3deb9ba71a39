<?php

declare(strict_types=1);

namespace Bloom\Toolkit;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Cache\KnownKeys;
use Bloom\Toolkit\Cache\StringKeyed;
use Bloom\Toolkit\Cache\UnknownItem;
use Bloom\Toolkit\Filter\AnsweredBy;
use Bloom\Toolkit\Pilot\ShadowQuestion;
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
    /** @var \WeakMap<CacheItemInterface, ShadowQuestion> about the items that were handed out */
    private \WeakMap $questions;

    /**
     * @param string                                 $reservedCharacters what keys must not contain; fewer for pools that allow more than PSR-6 does
     * @param ?\Closure(string): CacheItemInterface $unknownItem        makes the item of a key that was never saved, a miss that the wrapped pool
     *                                                                  can save, so that none need be fetched of it for that
     */
    public function __construct(
        private CacheItemPoolInterface $pool,
        MembershipFilter $filter,
        LoggerInterface $logger = new NullLogger(),
        string $reservedCharacters = KnownKeys::RESERVED,
        private ?\Closure $unknownItem = null,
    ) {
        $this->known = new KnownKeys($filter, $logger, $reservedCharacters);
        $this->questions = new \WeakMap();
    }

    public function getItem(mixed $key): CacheItemInterface
    {
        $key = $this->known->validate($key);

        $question = $this->known->question($key);
        $item = $this->known->mightKnow($key) ? $this->pool->getItem($key) : $this->unknownItem($key);
        $this->settle($question, $item);

        return $item;
    }

    /**
     * @param array<mixed> $keys
     *
     * @return iterable<string, CacheItemInterface>
     */
    public function getItems(array $keys = []): iterable
    {
        $keys = $this->known->validateAll($keys);
        $questions = $this->known->questions($keys);
        $asked = array_values(array_intersect_key($keys, array_filter($this->known->mightKnowMany($keys))));
        $found = [];
        if ($asked !== []) {
            /** @var CacheItemInterface $item */
            foreach ($this->pool->getItems($asked) as $item) {
                $found['k' . $item->getKey()] = $item;
            }
        }
        foreach ($questions as $i => $question) {
            $this->settle($question, $found['k' . $keys[$i]] ?? $this->unknownItem($keys[$i]));
        }

        return new StringKeyed(array_map(
            fn(string $key): array => [$key, $found['k' . $key] ?? $this->unknownItem($key)],
            $keys,
        ));
    }

    public function hasItem(string $key): bool
    {
        $this->known->validate($key);

        $question = $this->known->question($key);
        $isThere = $this->known->mightKnow($key) && $this->pool->hasItem($key);
        $question?->settle($isThere, AnsweredBy::Cache);

        return $isThere;
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
        if ($this->unknownItem === null) {
            ($this->questions[$item] ?? null)?->spend(); // as it would be here
        }

        return $item instanceof UnknownItem ? $item->replayOn($this->pool->getItem($item->getKey())) : $item;
    }

    private function unknownItem(string $key): CacheItemInterface
    {
        return $this->unknownItem === null ? new UnknownItem($key) : ($this->unknownItem)($key);
    }

    private function settle(?ShadowQuestion $question, CacheItemInterface $item): void
    {
        if ($question !== null) {
            $question->settle($item->isHit(), AnsweredBy::Cache);
            $this->questions[$item] = $question;
        }
    }
}
