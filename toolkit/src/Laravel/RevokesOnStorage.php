<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

/**
 * What the storages for tymon/jwt-auth and php-open-source-saver/jwt-auth have in common: both packages declare one interface.
 *
 * @internal
 */
trait RevokesOnStorage
{
    /**
     * @param string    $key
     * @param mixed     $value
     * @param int|float $minutes until the token can be neither used nor refreshed any more, and one
     */
    public function add(#[\SensitiveParameter] $key, $value, $minutes): void
    {
        // The storage first: it says from when on the token is refused (the packages' grace period).
        $this->storage->add($key, $value, $minutes);
        $this->list->revoke(self::text($key) ?? '', $this->clock->now()->modify(\sprintf('%+d seconds', ceil($minutes * 60))));
    }

    /**
     * @param string $key
     * @param mixed  $value
     */
    public function forever(#[\SensitiveParameter] $key, $value): void
    {
        $this->storage->forever($key, $value);
        $this->list->revoke(self::text($key) ?? '', new \DateTimeImmutable('9999-12-31'));
    }

    /**
     * Of a revoked token about which the storage says nothing, what the packages store of one that is revoked for good.
     *
     * @param string $key
     */
    public function get(#[\SensitiveParameter] $key): mixed
    {
        $id = self::text($key);
        if (!$this->list->isRevoked($id)) {
            $isListComplete = $this->completeFrom === null || $this->clock->now() >= $this->completeFrom;

            return $isListComplete ? null : $this->storage->get($key);
        }
        try {
            return ($id === null ? null : $this->storage->get($key)) ?? 'forever';
        } catch (\Exception $exception) {
            $this->logger->error('The storage of revoked tokens cannot be asked; the token is refused', ['exception' => $exception]);

            return 'forever';
        }
    }

    /** @param string $key */
    public function destroy(#[\SensitiveParameter] $key): bool
    {
        $isDestroyed = $this->storage->destroy($key);
        $this->list->restore(self::text($key) ?? '');

        return $isDestroyed;
    }

    /** Takes back everything that is on the list, whoever put it there. */
    public function flush(): void
    {
        $this->storage->flush();
        $this->list->restoreAll();
    }

    private static function text(#[\SensitiveParameter] mixed $key): ?string
    {
        return \is_string($key) || \is_int($key) ? (string) $key : null;
    }
}
