<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

use Bloom\Toolkit\Revocation\RevocationStore;

/** A store that connects when it is asked for the first time: a token that needs no query needs no connection. */
final class LateStore implements RevocationStore
{
    private ?RevocationStore $store = null;

    /** @param \Closure(): RevocationStore $connect */
    public function __construct(private readonly \Closure $connect) {}

    public function revoke(string $key, int $expiresAt): void
    {
        $this->store()->revoke($key, $expiresAt);
    }

    public function restore(string $key): void
    {
        $this->store()->restore($key);
    }

    public function isRevoked(string $key, int $now): bool
    {
        return $this->store()->isRevoked($key, $now);
    }

    public function keys(int $now): iterable
    {
        return $this->store()->keys($now);
    }

    public function deleteExpired(int $now): int
    {
        return $this->store()->deleteExpired($now);
    }

    private function store(): RevocationStore
    {
        return $this->store ??= ($this->connect)();
    }
}
