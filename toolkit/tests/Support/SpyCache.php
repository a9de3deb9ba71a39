<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

use Psr\Clock\ClockInterface;
use Psr\SimpleCache\CacheInterface;

/** A PSR-16 cache in an array that writes down how it is called. Lifetimes it writes down, too, but ignores without a clock. */
final class SpyCache implements CacheInterface
{
    /** @var list<array<mixed>> method and arguments */
    public array $calls = [];
    /** @var array<string, mixed> */
    public array $values = [];
    public bool $result = true;
    /** @var ?\Closure(): mixed run when something is written */
    public ?\Closure $onWrite = null;
    /** @var array<string, int> in seconds since 1970 */
    private array $expiries = [];

    public function __construct(private readonly ?ClockInterface $clock = null) {}

    public function get(string $key, mixed $default = null): mixed
    {
        $this->calls[] = ['get', $key];
        if ($this->clock !== null && $this->clock->now()->getTimestamp() >= ($this->expiries['k' . $key] ?? PHP_INT_MAX)) {
            unset($this->values['k' . $key]);
        }

        return \array_key_exists('k' . $key, $this->values) ? $this->values['k' . $key] : $default;
    }

    public function set(string $key, mixed $value, int|\DateInterval|null $ttl = null): bool
    {
        $this->calls[] = ['set', $key, $value, $ttl];
        $this->write($key, $value);
        $this->expiries['k' . $key] = \is_int($ttl) && $this->clock !== null ? $this->clock->now()->getTimestamp() + $ttl : PHP_INT_MAX;

        return $this->result;
    }

    public function delete(string $key): bool
    {
        $this->calls[] = ['delete', $key];
        unset($this->values['k' . $key]);

        return $this->result;
    }

    public function clear(): bool
    {
        $this->calls[] = ['clear'];
        $this->values = [];

        return $this->result;
    }

    public function getMultiple(iterable $keys, mixed $default = null): iterable
    {
        $keys = [...$keys];
        $this->calls[] = ['getMultiple', ...$keys];
        $found = [];
        foreach (array_reverse($keys) as $key) { // PSR-16 promises no order
            $found[$key] = \array_key_exists('k' . $key, $this->values) ? $this->values['k' . $key] : $default;
        }

        return $found;
    }

    /** @param iterable<mixed, mixed> $values */
    public function setMultiple(iterable $values, int|\DateInterval|null $ttl = null): bool
    {
        $pairs = [];
        foreach ($values as $key => $value) {
            $pairs[] = [$key, $value];
            \assert(\is_string($key));
            $this->write($key, $value);
        }
        $this->calls[] = ['setMultiple', $pairs, $ttl];

        return $this->result;
    }

    public function deleteMultiple(iterable $keys): bool
    {
        $this->calls[] = ['deleteMultiple', ...$keys];

        return $this->result;
    }

    public function has(string $key): bool
    {
        $this->calls[] = ['has', $key];

        return \array_key_exists('k' . $key, $this->values);
    }

    private function write(string $key, mixed $value): void
    {
        if ($this->onWrite !== null) {
            ($this->onWrite)();
        }
        $this->values['k' . $key] = $value;
    }
}
