<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Polyfill;

/**
 * Where an item goes: which blocks, which bits in them (src/core/block.h). PHP's integers are signed and overflow into
 * floats, so products are put together from parts that fit.
 *
 * @internal
 */
final class Blocks
{
    private const MULTIPLIERS = [
        [
            0xe220a839, 0x6e789e6b, 0x06c45d19, 0xf88bb8a9, 0x1b39896b, 0x53cb9f0d, 0x2c829abf, 0xc584133b,
            0x3ee57891, 0xf3b8488d, 0x657eecdd, 0xc2d326e1, 0x8621a03f, 0x8e1f7555, 0xb54e0f17, 0x84bb3f97,
        ],
        [
            0x7d29825d, 0xc3cf1711, 0x3466e9a1, 0xd81a8d2b, 0xdb01602b, 0xa9038a93, 0xedf5f1d9, 0x54496ad7,
            0xdd7c01d5, 0x935e82f1, 0x69b82ebd, 0x40d29eb5, 0xa2f09dab, 0xee521d7b, 0xf16952ef, 0x377d35df,
        ],
    ];

    /**
     * The bits of an item, as byte offset in the payload and mask.
     *
     * @return list<array{int, int}>
     */
    public static function bits(Geometry $geometry, int $low, int $high): array
    {
        $blocks = [self::multiplyHigh($low, $geometry->blockCount)];
        if ($geometry->blocksPerItem === 2) {
            $blocks[] = self::second($low, $blocks[0], $geometry->blockCount);
        }
        $halves = [$high & 0xFFFFFFFF, ($high >> 32) & 0xFFFFFFFF];
        $bitsPerBlock = $geometry->bitsPerBlock();
        $bits = [];
        foreach ($blocks as $which => $block) {
            for ($i = 0; $i < $bitsPerBlock; $i++) {
                $position = self::multiplyLow32($halves[$i & 1], self::MULTIPLIERS[$which][$i]) >> 23;
                $bits[] = [$block * Geometry::BLOCK_BYTES + ($position >> 3), 1 << ($position & 7)];
            }
        }

        return $bits;
    }

    /** Another block than the first, as if drawn anew. */
    private static function second(int $low, int $first, int $blockCount): int
    {
        $remixed = self::multiply($low ^ (($low >> 32) & 0xFFFFFFFF), 0x9E3779B9, 0x7F4A7C15);
        $remixed = self::multiply($remixed ^ (($remixed >> 29) & 0x7FFFFFFFF), 0xBF58476D, 0x1CE4E5B9);
        $second = self::multiplyHigh($remixed, $blockCount - 1);

        return $second + ($second >= $first ? 1 : 0);
    }

    /** floor(a * b / 2^64) for a unsigned and b below 2^46. */
    private static function multiplyHigh(int $a, int $b): int
    {
        $sum = ($a & 0xFFFF) * $b;
        $sum = ($sum >> 16) + (($a >> 16) & 0xFFFF) * $b;
        $sum = ($sum >> 16) + (($a >> 32) & 0xFFFF) * $b;
        $sum = ($sum >> 16) + (($a >> 48) & 0xFFFF) * $b;

        return $sum >> 16;
    }

    /** a * b mod 2^32, both unsigned. */
    private static function multiplyLow32(int $a, int $b): int
    {
        return (($a & 0xFFFF) * $b + (((($a >> 16) * $b) & 0xFFFF) << 16)) & 0xFFFFFFFF;
    }

    /** a * (high * 2^32 + low) mod 2^64. */
    private static function multiply(int $a, int $high, int $low): int
    {
        $aLow = $a & 0xFFFFFFFF;
        $aHigh = ($a >> 32) & 0xFFFFFFFF;
        $upper = ($aLow >> 16) * $low;
        $lower = ($aLow & 0xFFFF) * $low + (($upper & 0xFFFF) << 16);
        $top = ($lower >> 32) + ($upper >> 16)
            + self::multiplyLow32($aHigh, $low) + self::multiplyLow32($aLow, $high);

        return (($top & 0xFFFFFFFF) << 32) | ($lower & 0xFFFFFFFF);
    }
}
