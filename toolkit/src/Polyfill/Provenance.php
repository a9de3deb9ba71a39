<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Polyfill;

/**
 * Where a version of a filter comes from. Times are microseconds since 1970 UTC; 0 is never.
 *
 * @internal
 */
final readonly class Provenance
{
    public function __construct(
        public int $generation,
        public int $createdAt,
        public int $rebuiltAt = 0,
        public int $rebuildCount = 0,
        public int $lastRebuild = 0,
    ) {}

    public static function now(): int
    {
        return (int) (microtime(true) * 1e6);
    }

    public function next(int $beganAt): self
    {
        $now = self::now();

        return new self(
            $this->generation + 1,
            $this->createdAt,
            $now,
            $this->rebuildCount + 1,
            max(0, $now - $beganAt),
        );
    }
}
