<?php

declare(strict_types=1);

namespace Bloom\Toolkit;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Cache\KnownKeys;
use Bloom\Toolkit\Cache\StringKeyed;
use Bloom\Toolkit\Filter\AnsweredBy;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;
use Psr\SimpleCache\CacheInterface;

/**
 * A PSR-16 cache that answers for keys that were never set through it without asking the cache it wraps. In all else it
 * does what that cache does.
 *
 * The filter must be shared as widely as the cache's storage: a key that another process sets is hidden from a filter
 * that is private to this one. What is in the cache before the filter came stays hidden until it is set again.
 */
final readonly class KnownKeysCache implements CacheInterface
{
    private KnownKeys $known;

    /**
     * @param string $reservedCharacters what keys must not contain; fewer for caches that allow more than PSR-16 does
     */
    public function __construct(
        private CacheInterface $cache,
        MembershipFilter $filter,
        LoggerInterface $logger = new NullLogger(),
        string $reservedCharacters = KnownKeys::RESERVED,
    ) {
        $this->known = new KnownKeys($filter, $logger, $reservedCharacters);
    }

    public function get(string $key, mixed $default = null): mixed
    {
        $this->known->validate($key);
        $question = $this->known->question($key);
        if ($question !== null) {
            $missing = new \stdClass();
            $value = $this->cache->get($key, $missing);
            $question->settle($value !== $missing, AnsweredBy::Cache);

            return $value === $missing ? $default : $value;
        }

        return $this->known->mightKnow($key) ? $this->cache->get($key, $default) : $default;
    }

    public function set(string $key, mixed $value, int|\DateInterval|null $ttl = null): bool
    {
        $this->known->validate($key);

        return $this->known->learn([$key]) && $this->cache->set($key, $value, $ttl);
    }

    /** Always asks the cache, which may hold what the filter does not know. */
    public function delete(string $key): bool
    {
        $this->known->validate($key);

        return $this->cache->delete($key);
    }

    /** The filter keeps the keys: they cost a round trip until its next rebuild, and hide nothing that is set meanwhile. */
    public function clear(): bool
    {
        return $this->cache->clear();
    }

    /**
     * @param iterable<mixed> $keys
     *
     * @return iterable<string, mixed>
     */
    public function getMultiple(iterable $keys, mixed $default = null): iterable
    {
        $keys = $this->known->validateAll($keys);
        $questions = $this->known->questions($keys);
        $missing = $questions === [] ? $default : new \stdClass();
        $asked = array_values(array_intersect_key($keys, array_filter($this->known->mightKnowMany($keys))));
        $found = [];
        if ($asked !== []) {
            foreach ($this->cache->getMultiple($asked, $missing) as $key => $value) {
                if ($questions === [] || $value !== $missing) {
                    $found['k' . $key] = $value;
                }
            }
        }
        foreach ($questions as $i => $question) {
            $question->settle(\array_key_exists('k' . $keys[$i], $found), AnsweredBy::Cache);
        }

        return new StringKeyed(array_map(
            static fn(string $key): array => [$key, \array_key_exists('k' . $key, $found) ? $found['k' . $key] : $default],
            $keys,
        ));
    }

    /** @param iterable<mixed, mixed> $values */
    public function setMultiple(iterable $values, int|\DateInterval|null $ttl = null): bool
    {
        $pairs = [];
        foreach ($values as $key => $value) {
            $pairs[] = [$this->known->validate(\is_int($key) ? (string) $key : $key), $value];
        }

        return $this->known->learn(array_column($pairs, 0)) && $this->cache->setMultiple(new StringKeyed($pairs), $ttl);
    }

    /** @param iterable<mixed> $keys */
    public function deleteMultiple(iterable $keys): bool
    {
        return $this->cache->deleteMultiple($this->known->validateAll($keys));
    }

    public function has(string $key): bool
    {
        $this->known->validate($key);
        $question = $this->known->question($key);
        $isThere = $this->known->mightKnow($key) && $this->cache->has($key);
        $question?->settle($isThere, AnsweredBy::Cache);

        return $isThere;
    }
}
