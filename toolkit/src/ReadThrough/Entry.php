<?php

declare(strict_types=1);

namespace Bloom\Toolkit\ReadThrough;

/**
 * What the cache holds for a key: a value, null for a row that is not there, or that it is being written.
 *
 * @internal
 */
final readonly class Entry
{
    /**
     * @param ?string $spelling    of the key that was asked for; null while the key is being written
     * @param ?float  $freshUntil  seconds since 1970; null: for as long as the cache keeps it
     * @param float   $loadSeconds how long the source took
     */
    public function __construct(
        public ?string $spelling,
        public mixed $value,
        public ?float $freshUntil,
        public float $loadSeconds,
    ) {}

    public static function beingWritten(): self
    {
        return new self(null, null, null, 0.0);
    }

    /** Null for anything that forCache() has not made. */
    public static function fromCache(mixed $stored): ?self
    {
        if (!\is_array($stored) || array_keys($stored) !== ['spelling', 'value', 'freshUntil', 'loadSeconds']) {
            return null;
        }
        ['spelling' => $spelling, 'freshUntil' => $freshUntil, 'loadSeconds' => $loadSeconds] = $stored;
        if (
            !(\is_string($spelling) || $spelling === null)
            || !(\is_float($freshUntil) || $freshUntil === null)
            || !\is_float($loadSeconds)
        ) {
            return null;
        }

        return new self($spelling, $stored['value'], $freshUntil, $loadSeconds);
    }

    /** @return array<string, mixed> an array, since not every serializer of a cache knows classes */
    public function forCache(): array
    {
        return [
            'spelling' => $this->spelling,
            'value' => $this->value,
            'freshUntil' => $this->freshUntil,
            'loadSeconds' => $this->loadSeconds,
        ];
    }

    public function isBeingWritten(): bool
    {
        return $this->spelling === null;
    }

    /** Whether it answers for this spelling at that time, or did until $staleSeconds before. */
    public function answers(string $spelling, float $now, int $staleSeconds = 0): bool
    {
        return $this->spelling === $spelling && ($this->freshUntil === null || $now < $this->freshUntil + $staleSeconds);
    }
}
