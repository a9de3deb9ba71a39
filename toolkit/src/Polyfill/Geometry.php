<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Polyfill;

/**
 * The shape of a filter: blocks of 512 bits, and how many bits of how many blocks an item sets.
 *
 * @internal
 */
final readonly class Geometry
{
    public const BLOCK_BITS = 512;
    public const BLOCK_BYTES = 64;

    public function __construct(
        public int $expectedItems,
        public float $falsePositiveRate,
        public int $blockCount,
        public int $hashCount,
        public int $blocksPerItem,
    ) {}

    public function payloadBytes(): int
    {
        return $this->blockCount * self::BLOCK_BYTES;
    }

    public function bits(): int
    {
        return $this->blockCount * self::BLOCK_BITS;
    }

    public function bitsPerBlock(): int
    {
        return intdiv($this->hashCount, $this->blocksPerItem);
    }

    /** Whether an item sets the same places in filters of both shapes; n and p may differ. */
    public function isCompatibleWith(self $other): bool
    {
        return $this->blockCount === $other->blockCount
            && $this->hashCount === $other->hashCount
            && $this->blocksPerItem === $other->blocksPerItem;
    }
}
