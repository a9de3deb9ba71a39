<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

use Bloom\Toolkit\Revocation\RevocationStore;

/** Counts the questions it is asked, and can be down. */
final class ArrayRevocationStore implements RevocationStore
{
    /** @var array<string, int> */
    public array $expiries = [];
    public int $questions = 0;
    public bool $isDown = false;
    /** @var ?\Closure(): mixed run after a key has been stored */
    public ?\Closure $onRevoke = null;

    public function revoke(string $key, int $expiresAt): void
    {
        $this->assertUp();
        $this->expiries[$key] = max($expiresAt, $this->expiries[$key] ?? 0);
        ($this->onRevoke ?? static fn(): bool => true)();
    }

    public function restore(string $key): void
    {
        $this->assertUp();
        unset($this->expiries[$key]);
    }

    public function isRevoked(string $key, int $now): bool
    {
        $this->assertUp();
        $this->questions++;

        return ($this->expiries[$key] ?? 0) > $now;
    }

    public function keys(int $now): iterable
    {
        $this->assertUp();
        foreach ($this->expiries as $key => $expiry) {
            if ($expiry > $now) {
                yield $key;
            }
        }
    }

    public function deleteExpired(int $now): int
    {
        $this->assertUp();
        $before = \count($this->expiries);
        $this->expiries = array_filter($this->expiries, static fn(int $expiry): bool => $expiry > $now);

        return $before - \count($this->expiries);
    }

    private function assertUp(): void
    {
        if ($this->isDown) {
            throw new \RuntimeException('The store is down');
        }
    }
}
