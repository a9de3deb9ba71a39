<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Revocation;

use Predis\Client;

/**
 * Revoked tokens in one sorted set of a Redis or Valkey (6.2 or later), scored by expiry. A set that is evicted or lost is
 * a list on which nothing is revoked: use a server with maxmemory-policy noeviction, and with persistence.
 *
 * The key is taken as it is: a client's own prefix and serializer are not applied, so that all clients agree.
 */
final readonly class RedisRevocationStore implements RevocationStore
{
    public function __construct(private \Redis|Client $redis, private string $key = 'revoked_tokens') {}

    public function revoke(string $key, int $expiresAt): void
    {
        if (!\is_int($this->command('ZADD', $this->key, 'GT', (string) $expiresAt, $key))) {
            throw $this->misunderstood('ZADD');
        }
    }

    public function restore(string $key): void
    {
        $this->command('ZREM', $this->key, $key);
    }

    public function isRevoked(string $key, int $now): bool
    {
        $expiresAt = $this->command('ZSCORE', $this->key, $key);
        if ($expiresAt !== null && $expiresAt !== false && !is_numeric($expiresAt)) {
            throw $this->misunderstood('ZSCORE');
        }

        return is_numeric($expiresAt) && $expiresAt > $now;
    }

    /** @return \Generator<int, string> */
    public function keys(int $now): \Generator
    {
        $cursor = '0';
        do {
            $reply = $this->command('ZSCAN', $this->key, $cursor, 'COUNT', '1000');
            if (!\is_array($reply) || !isset($reply[0], $reply[1]) || !\is_array($reply[1])) {
                throw $this->misunderstood('ZSCAN');
            }
            $cursor = \is_string($reply[0]) || \is_int($reply[0]) ? (string) $reply[0] : '0';
            foreach (array_chunk($reply[1], 2) as [$key, $expiresAt]) {
                if (\is_string($key) && is_numeric($expiresAt) && $expiresAt > $now) {
                    yield $key;
                }
            }
        } while ($cursor !== '0');
    }

    public function deleteExpired(int $now): int
    {
        $deleted = $this->command('ZREMRANGEBYSCORE', $this->key, '-inf', (string) $now);

        return \is_int($deleted) ? $deleted : 0;
    }

    private function misunderstood(string $name): \UnexpectedValueException
    {
        return new \UnexpectedValueException("Redis answered {$name} in a form that is not understood; is the client inside MULTI or a pipeline?");
    }

    /** @throws \RuntimeException on an error reply; whatever the client throws when the server is away */
    private function command(string $name, string ...$arguments): mixed
    {
        if ($this->redis instanceof \Redis) {
            $this->redis->clearLastError();
            $reply = $this->redis->rawcommand($name, ...$arguments);
            $error = $this->redis->getLastError();
        } else {
            $isError = false;
            $reply = $this->redis->executeRaw([$name, ...$arguments], $isError);
            $error = $isError === true ? $reply : null;
        }
        if ($error !== null) {
            throw new \RuntimeException("Redis refused {$name}: " . (\is_scalar($error) ? $error : ''));
        }

        return $reply;
    }
}
