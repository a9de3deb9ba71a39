<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\ReadThrough\workers;

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\PersistingStoreInterface;

/** Says once that a lock is another's. */
final class TellingStore implements PersistingStoreInterface
{
    private bool $hasTold = false;

    public function __construct(private readonly PersistingStoreInterface $store) {}

    public function save(Key $key): void
    {
        try {
            $this->store->save($key);
        } catch (LockConflictedException $exception) {
            if (!$this->hasTold) {
                $this->hasTold = true;
                echo "waiting\n";
            }
            throw $exception;
        }
    }

    public function delete(Key $key): void
    {
        $this->store->delete($key);
    }

    public function exists(Key $key): bool
    {
        return $this->store->exists($key);
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
        $this->store->putOffExpiration($key, $ttl);
    }
}
