<?php

declare(strict_types=1);

namespace Bloom\Toolkit;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Cache\KnownKeys;
use Bloom\Toolkit\Cache\UnknownTaggableItem;
use Bloom\Toolkit\Filter\AnsweredBy;
use Psr\Cache\CacheItemInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;
use Symfony\Contracts\Cache\CacheInterface;
use Symfony\Contracts\Cache\CallbackInterface;
use Symfony\Contracts\Cache\ItemInterface;

/**
 * The same for Symfony's cache contract: a key that was never stored is computed without asking the cache first.
 *
 * It pays where the callback often decides not to store ($save = false): then the cache is not asked at all. A value that
 * is to be stored goes through the wrapped cache, whose protection against stampedes begins there.
 */
final readonly class KnownKeysCallbackCache implements CacheInterface
{
    private KnownKeys $known;

    public function __construct(
        private CacheInterface $cache,
        MembershipFilter $filter,
        LoggerInterface $logger = new NullLogger(),
        string $reservedCharacters = KnownKeys::RESERVED,
    ) {
        $this->known = new KnownKeys($filter, $logger, $reservedCharacters);
    }

    /**
     * @template T
     *
     * @param (callable(CacheItemInterface, bool): T)|(callable(ItemInterface, bool): T)|CallbackInterface<T> $callback
     * @param array<mixed>|null $metadata
     *
     * @return T
     */
    public function get(string $key, callable $callback, ?float $beta = null, ?array &$metadata = null): mixed
    {
        $this->known->validate($key);
        $question = $this->known->question($key);
        if ($this->known->mightKnow($key)) {
            $compute = function (ItemInterface $item, bool &$save) use ($callback, $key, $question): mixed {
                $question?->settle($item->isHit(), AnsweredBy::Cache);
                [$value, $isToBeStored] = self::compute($callback, $item);
                if ($isToBeStored) {
                    $question?->spend(); // as it would be below
                }
                $save = $isToBeStored && $this->known->learn([$key]);

                return $value;
            };
        } else {
            $item = new UnknownTaggableItem($key);
            [$value, $isToBeStored] = self::compute($callback, $item);
            if (!$isToBeStored || !$this->known->learn([$key])) {
                $metadata = [];

                return $value;
            }
            $compute = static function (ItemInterface $stored) use ($item, $value): mixed {
                $item->set($value)->replayOn($stored);

                return $value;
            };
        }

        $value = $this->cache->get($key, $compute, $beta, $metadata);
        $question?->settle(true, AnsweredBy::Cache);

        return $value;
    }

    /**
     * @template T
     *
     * @param (callable(CacheItemInterface, bool): T)|(callable(ItemInterface, bool): T)|CallbackInterface<T> $callback
     *
     * @return array{T, bool} the value, and whether it is to be stored
     */
    private static function compute(callable $callback, ItemInterface $item): array
    {
        $save = true;
        $value = $callback($item, $save);

        return [$value, $save];
    }

    public function delete(string $key): bool
    {
        $this->known->validate($key);

        return $this->cache->delete($key);
    }
}
