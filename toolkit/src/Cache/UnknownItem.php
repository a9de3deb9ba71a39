<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Cache;

use Psr\Cache\CacheItemInterface;

/**
 * The item of a key that was never set. It remembers what is done to it, to do the same to an item of the wrapped pool
 * when it is saved.
 *
 * @internal
 */
class UnknownItem implements CacheItemInterface
{
    /** In seconds; three thousand years, which dates can express. */
    private const LONG = 100_000_000_000;

    private mixed $value = null;
    /** Null is the pool's default lifetime. */
    private ?\DateTimeInterface $expiration = null;

    final public function __construct(private readonly string $key) {}

    public function getKey(): string
    {
        return $this->key;
    }

    public function get(): mixed
    {
        return $this->value;
    }

    public function isHit(): bool
    {
        return false;
    }

    public function set(mixed $value): static
    {
        $this->value = $value;

        return $this;
    }

    public function expiresAt(?\DateTimeInterface $expiration): static
    {
        $this->expiration = $expiration;

        return $this;
    }

    public function expiresAfter(int|\DateInterval|null $time): static
    {
        $now = new \DateTimeImmutable();
        $this->expiration = match (true) {
            $time === null => null,
            $time instanceof \DateInterval => $now->add($time),
            default => $now->add(self::seconds(max(-self::LONG, min(self::LONG, $time)))),
        };

        return $this;
    }

    private static function seconds(int $seconds): \DateInterval
    {
        $interval = new \DateInterval('PT' . abs($seconds) . 'S');
        $interval->invert = $seconds < 0 ? 1 : 0;

        return $interval;
    }

    public function replayOn(CacheItemInterface $item): CacheItemInterface
    {
        $item->set($this->value);
        $this->replayLifetimeOn($item);

        return $item;
    }

    protected function replayLifetimeOn(CacheItemInterface $item): void
    {
        $item->expiresAt($this->expiration);
    }
}
