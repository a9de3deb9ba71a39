<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Cache;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Pilot\Shadow;
use Bloom\Toolkit\Pilot\ShadowQuestion;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * What the decorators of caches have in common: keys are checked before anything else happens, and a filter that fails
 * never makes a cache fail.
 *
 * @internal
 */
final readonly class KnownKeys
{
    /** The characters that PSR-6 and PSR-16 reserve. */
    public const RESERVED = '{}()/\@:';

    public function __construct(
        private MembershipFilter $filter,
        private LoggerInterface $logger = new NullLogger(),
        private string $reservedCharacters = self::RESERVED,
    ) {}

    /** @throws InvalidKeyException */
    public function validate(mixed $key): string
    {
        if (!\is_string($key)) {
            throw new InvalidKeyException('A cache key must be a string, ' . get_debug_type($key) . ' given');
        }
        if ($key === '') {
            throw new InvalidKeyException('A cache key must not be empty');
        }
        if (strpbrk($key, $this->reservedCharacters) !== false) {
            throw new InvalidKeyException("A cache key must contain none of the characters {$this->reservedCharacters}");
        }

        return $key;
    }

    /**
     * Walks the keys once.
     *
     * @param iterable<mixed> $keys
     *
     * @return list<string> each once, in order
     *
     * @throws InvalidKeyException
     */
    public function validateAll(iterable $keys): array
    {
        $valid = [];
        foreach ($keys as $key) {
            $key = $this->validate($key);
            $valid['k' . $key] = $key; // the prefix keeps PHP from making an integer of "123"
        }

        return array_values($valid);
    }

    /** What to tell the cache's answer to, if the filter is only tried out. */
    public function question(string $key): ?ShadowQuestion
    {
        return $this->questions([$key])[0] ?? null;
    }

    /**
     * @param list<string> $keys
     *
     * @return list<ShadowQuestion> one per key, or none at all
     */
    public function questions(array $keys): array
    {
        return $this->filter instanceof Shadow ? $this->filter->askMany($keys) : [];
    }

    /** False: was never set through the decorator. */
    public function mightKnow(string $key): bool
    {
        return $this->mightKnowMany([$key])[0];
    }

    /**
     * @param list<string> $keys
     *
     * @return array<bool> one answer per key, under its number
     */
    public function mightKnowMany(array $keys): array
    {
        try {
            return $this->filter->mightContainMany($keys);
        } catch (\Exception $exception) {
            $this->log('The filter of known cache keys cannot be asked; the cache is asked instead', $exception);

            return array_fill(0, \count($keys), true);
        }
    }

    /**
     * To be called before the write, so that whoever sees the value in the cache also finds its key in the filter.
     *
     * @param list<string> $keys
     *
     * @return bool false: do not write, since nobody would find it
     */
    public function learn(array $keys): bool
    {
        try {
            $this->filter->addMany($keys);

            return true;
        } catch (\Exception $exception) {
            $this->log('The filter of known cache keys cannot be added to; nothing is cached', $exception);

            return false;
        }
    }

    private function log(string $message, \Exception $exception): void
    {
        $this->logger->warning($message, ['exception' => $exception]);
    }
}
