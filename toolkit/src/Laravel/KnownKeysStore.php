<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Cache\KnownKeys;
use Illuminate\Contracts\Cache\Lock;
use Illuminate\Contracts\Cache\LockProvider;
use Illuminate\Contracts\Cache\Store;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * A cache store of Laravel's that answers for keys that were never put through it without asking the store it wraps; see
 * KnownKeysCache.
 *
 * @see KnownKeysTaggableStore for stores with tags
 */
class KnownKeysStore implements Store, LockProvider
{
    private readonly KnownKeys $known;

    final public function __construct(
        protected readonly Store $store,
        MembershipFilter $filter,
        LoggerInterface $logger = new NullLogger(),
    ) {
        $this->known = new KnownKeys($filter, $logger);
    }

    /** @param string $key */
    public function get($key): mixed
    {
        return $this->known->mightKnow(self::text($key)) ? $this->store->get($key) : null;
    }

    /**
     * @param array<mixed> $keys
     *
     * @return array<mixed>
     */
    public function many(array $keys): array
    {
        $keys = array_map(self::text(...), array_values($keys));
        $asked = array_values(array_intersect_key($keys, array_filter($this->known->mightKnowMany($keys))));

        return array_replace(array_fill_keys($keys, null), $asked === [] ? [] : $this->store->many($asked));
    }

    /**
     * @param string $key
     * @param mixed  $value
     * @param int    $seconds
     */
    public function put($key, $value, $seconds): bool
    {
        return $this->known->learn([$key]) && $this->store->put($key, $value, $seconds);
    }

    /**
     * @param array<mixed> $values
     * @param int          $seconds
     */
    public function putMany(array $values, $seconds): bool
    {
        return $this->known->learn(array_map(self::text(...), array_keys($values))) && $this->store->putMany($values, $seconds);
    }

    /**
     * Only if the key is not there; in one step, if the store can.
     *
     * @param string $key
     * @param mixed  $value
     * @param int    $seconds
     */
    public function add($key, $value, $seconds): bool
    {
        if (!$this->known->learn([$key])) {
            return false;
        }
        if (method_exists($this->store, 'add')) {
            return $this->store->add($key, $value, $seconds) === true;
        }

        return $this->store->get($key) === null && $this->store->put($key, $value, $seconds);
    }

    /**
     * @param string $key
     * @param mixed  $value
     */
    public function increment($key, $value = 1): int|bool
    {
        return $this->known->learn([$key]) ? $this->store->increment($key, $value) : false;
    }

    /**
     * @param string $key
     * @param mixed  $value
     */
    public function decrement($key, $value = 1): int|bool
    {
        return $this->known->learn([$key]) ? $this->store->decrement($key, $value) : false;
    }

    /**
     * @param string $key
     * @param mixed  $value
     */
    public function forever($key, $value): bool
    {
        return $this->known->learn([$key]) && $this->store->forever($key, $value);
    }

    /**
     * Since Laravel 13.
     *
     * @param string $key
     * @param int    $seconds
     */
    public function touch($key, $seconds): bool
    {
        return method_exists($this->store, 'touch') && $this->store->touch($key, $seconds) === true;
    }

    /** @param string $key */
    public function forget($key): bool
    {
        return $this->store->forget($key);
    }

    /** The filter keeps the keys: they cost a round trip until its next rebuild, and hide nothing that is put meanwhile. */
    public function flush(): bool
    {
        return $this->store->flush();
    }

    public function getPrefix(): string
    {
        return $this->store->getPrefix();
    }

    /**
     * @param string  $name
     * @param int     $seconds
     * @param ?string $owner
     */
    public function lock($name, $seconds = 0, $owner = null): Lock
    {
        return $this->lockProvider()->lock($name, $seconds, $owner);
    }

    /**
     * @param string $name
     * @param string $owner
     */
    public function restoreLock($name, $owner): Lock
    {
        return $this->lockProvider()->restoreLock($name, $owner);
    }

    private function lockProvider(): LockProvider
    {
        return $this->store instanceof LockProvider
            ? $this->store
            : throw new \BadMethodCallException(get_debug_type($this->store) . ' has no locks');
    }

    private static function text(mixed $key): string
    {
        return \is_string($key) || \is_int($key) ? (string) $key : throw new \InvalidArgumentException('A cache key must be a string');
    }
}
