<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Revocation;

/**
 * The exact record of what is revoked, behind the filter. Keys are what RevocationList makes of token ids: 64 hexadecimal
 * digits. Times are Unix seconds. Methods throw whatever their storage throws when it is down.
 */
interface RevocationStore
{
    /** Remembers the key until $expiresAt at least. A later time than before extends, an earlier one changes nothing. */
    public function revoke(string $key, int $expiresAt): void;

    /** Takes a revocation back; of a key that was not revoked, does nothing. */
    public function restore(string $key): void;

    /** Whether the key was revoked, and until later than $now. */
    public function isRevoked(string $key, int $now): bool;

    /**
     * All keys that are revoked until later than $now, possibly some more than once. Keys that are there from
     * the first step to the last must be among them.
     *
     * @return iterable<string>
     */
    public function keys(int $now): iterable;

    /** Forgets what expired at $now or earlier. Returns how many. */
    public function deleteExpired(int $now): int;
}
