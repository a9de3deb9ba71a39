<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Polyfill;

/**
 * How many blocks and bits a blocked filter needs: the extension's model (src/core/sizing.h has its derivation),
 * operation by operation, since one rounding more or less could choose another number of blocks.
 *
 * @internal
 */
final class Sizing
{
    public const FPR_MIN = 1e-9;
    public const FPR_MAX = 0.5;
    public const PAYLOAD_BYTES_MAX = 1 << 47;

    private const BITS_PER_BLOCK_MAX = 16;
    private const PLACES = 512.0;
    private const PLANNED_EXCESS = 1.03;
    private const PROMISED_EXCESS = 1.05;
    private const PROMISED_DEVIATIONS = 3.0;
    private const PROMISED_MEMORY = 1.08;
    private const PROMISED_BLOCKS = 2;
    private const PROMISED_FROM = 1e-6;
    private const PROMISED_TO = 0.25;
    private const LN2 = 0.6931471805599453;

    /** Null if it cannot be addressed. $expectedItems at least 1, $fpr within FPR_MIN and FPR_MAX. */
    public static function plan(int $expectedItems, float $fpr): ?Geometry
    {
        $n = (float) $expectedItems;
        $theoryBits = -$n * log($fpr) / (self::LN2 * self::LN2);
        $theoryBlocks = $theoryBits / self::PLACES;
        $addressable = (float) intdiv(self::PAYLOAD_BYTES_MAX, Geometry::BLOCK_BYTES);
        if ($theoryBlocks > $addressable) {
            return null;
        }
        $target = self::PLANNED_EXCESS * $fpr;

        $blockCount = $addressable + 1;
        $bitsPerBlock = 0;
        $blocksPerItem = $fpr < 0.001 ? 2 : 1;
        if ($blocksPerItem === 2 && $n < self::PLACES) {
            // a set so small that one block holds it: two can't be distinct
            for ($j = 1; $j <= self::BITS_PER_BLOCK_MAX && $bitsPerBlock === 0; $j++) {
                if (self::plannedFpr(1.0, $j, 1, $n)[0] <= $target) {
                    [$blockCount, $bitsPerBlock, $blocksPerItem] = [1.0, $j, 1];
                }
            }
        }
        if ($bitsPerBlock === 0) {
            $ideal = -log($fpr, 2) / $blocksPerItem;
            $first = $ideal < 3 ? 1 : (int) $ideal - 2;
            $last = min((int) $ideal + 1, self::BITS_PER_BLOCK_MAX);
            for ($j = $last; $j >= $first; $j--) {
                $needed = self::smallestBlockCount(
                    ceil($theoryBlocks * 1.05),
                    $j,
                    $blocksPerItem,
                    $n,
                    $target,
                    false,
                    (float) $blocksPerItem,
                    4 * $theoryBlocks + 16,
                );
                if ($needed > $blockCount) {
                    break; // memory as a function of k has one minimum
                }
                [$blockCount, $bitsPerBlock] = [$needed, $j];
            }
        }

        $isMemoryPromised = $fpr >= self::PROMISED_FROM && $fpr <= self::PROMISED_TO;
        $limit = $isMemoryPromised
            ? floor(self::PROMISED_MEMORY * $theoryBlocks) + self::PROMISED_BLOCKS
            : 4 * $theoryBlocks + 16;
        $worst = self::plannedFpr($blockCount, $bitsPerBlock, $blocksPerItem, $n)[1];
        if ($worst > self::PROMISED_EXCESS * $fpr && $limit > $blockCount) {
            $blockCount = self::smallestBlockCount(
                $blockCount,
                $bitsPerBlock,
                $blocksPerItem,
                $n,
                self::PROMISED_EXCESS * $fpr,
                true,
                $blockCount,
                $limit,
            );
        }
        if ($blockCount > $addressable) {
            return null;
        }

        return new Geometry($expectedItems, $fpr, (int) $blockCount, $bitsPerBlock * $blocksPerItem, $blocksPerItem);
    }

    /** Whether a shape read from an image is within bounds, adds up, and keeps the rate it promises. */
    public static function isSound(Geometry $geometry, int $payloadBytes): bool
    {
        $perItem = $geometry->blocksPerItem;
        if (($perItem !== 1 && $perItem !== 2)
            || $geometry->hashCount < 1
            || $geometry->hashCount % $perItem !== 0
            || $geometry->bitsPerBlock() > self::BITS_PER_BLOCK_MAX
            || $geometry->blockCount < $perItem
            || $geometry->blockCount > intdiv(self::PAYLOAD_BYTES_MAX, Geometry::BLOCK_BYTES)
            || $payloadBytes !== $geometry->payloadBytes()
        ) {
            return false;
        }

        return self::fpr($geometry, $geometry->expectedItems) <= self::PROMISED_EXCESS * $geometry->falsePositiveRate;
    }

    /** Expected rate after $itemCount distinct items; in [0, 1]. */
    public static function fpr(Geometry $geometry, int $itemCount): float
    {
        if ($itemCount === 0) {
            return 0.0;
        }
        $chance = $geometry->blocksPerItem / (float) $geometry->blockCount;
        $items = (float) $itemCount;
        $bitsPerBlock = $geometry->bitsPerBlock();
        $fpr = $items * $chance * $bitsPerBlock > 2 * self::PLACES
            ? self::heavyFpr($chance, $bitsPerBlock, $items)
            : self::lightRate($chance, $bitsPerBlock, $items)[0];
        $fpr = $geometry->blocksPerItem === 2 ? $fpr * $fpr : $fpr;

        return min($fpr, 1.0);
    }

    /** How many distinct items explain $setBits of the filter's bits; the inverse of the expectation. */
    public static function items(Geometry $geometry, int $setBits): float
    {
        $total = (float) $geometry->blockCount * self::PLACES;
        $set = (float) $setBits;
        if ($set >= $total) { // saturated: no finite estimate; half a bit less has one
            $set = $total - 0.5;
        }
        $chance = $geometry->blocksPerItem / (float) $geometry->blockCount;
        $bitChance = $chance * -expm1($geometry->bitsPerBlock() * log1p(-1 / self::PLACES));

        return log1p(-$set / $total) / log1p(-$bitChance);
    }

    /**
     * Element i is the chance that $throws positions thrown into a block hit exactly i different ones.
     *
     * @return array<int, float>
     */
    private static function distinctDistribution(int $throws): array
    {
        $distinct = array_fill(0, self::BITS_PER_BLOCK_MAX + 1, 0.0);
        $distinct[0] = 1.0;
        for ($t = 0; $t < $throws; $t++) {
            for ($i = $t + 1; $i > 0; $i--) {
                $distinct[$i] = $distinct[$i] * ($i / self::PLACES)
                    + $distinct[$i - 1] * (1 - ($i - 1) / self::PLACES);
            }
            $distinct[0] = 0.0;
        }

        return $distinct;
    }

    private static function heavyFpr(float $loadChance, int $bitsPerBlock, float $itemCount): float
    {
        $distinct = self::distinctDistribution($bitsPerBlock);
        $fpr = 0.0;
        for ($r = 0; $r <= $bitsPerBlock; $r++) {
            $coefficient = 0.0;
            for ($i = $r; $i <= $bitsPerBlock; $i++) {
                $binomial = 1.0;
                for ($c = 0; $c < $r; $c++) {
                    $binomial *= (float) ($i - $c) / ($c + 1);
                }
                $coefficient += $distinct[$i] * $binomial;
            }
            $survives = $loadChance * -expm1($bitsPerBlock * log1p(-(float) $r / self::PLACES));
            $allFree = $survives < 1 ? exp($itemCount * log1p(-$survives)) : 0.0;
            $fpr += ($r % 2 !== 0 ? -$coefficient : $coefficient) * $allFree;
        }

        return max(0.0, min(1.0, $fpr));
    }

    /** @return array{float, float} mean rate of a block, and its variance as far as the fixed number of items leaves it free */
    private static function lightRate(float $loadChance, int $bitsPerBlock, float $itemCount): array
    {
        $distinct = self::distinctDistribution($bitsPerBlock);
        // $covered[u] is the chance that u given positions are all hit
        $covered = array_fill(0, self::BITS_PER_BLOCK_MAX + 1, 0.0);
        $covered[0] = 1.0;

        $meanLoad = $itemCount * $loadChance;
        $spread = 10 * sqrt($meanLoad) + 40;
        $first = floor($meanLoad - $spread);
        $last = ceil($meanLoad + $spread);
        $isFixed = $loadChance >= 1; // one block: it gets every item
        if ($isFixed) {
            $first = $last = $itemCount;
        }
        $first = max($first, 0.0);
        $last = min($last, $itemCount);
        $sum = $sumG = $sumG2 = $sumL = $sumL2 = $sumGL = $sumWithin = 0.0;
        $weight = 1.0;
        for ($load = 0.0; $load <= $last; $load++) {
            if ($load >= $first) {
                $g = 0.0;
                for ($i = 1; $i <= $bitsPerBlock; $i++) {
                    $g += $distinct[$i] * $covered[$i];
                }
                $throws = $load * $bitsPerBlock;
                $freeOne = exp($throws * log1p(-1 / self::PLACES));
                $freeTwo = exp($throws * log1p(-2 / self::PLACES));
                $fill = 1 - $freeOne;
                $fillVariance = (1 - 1 / self::PLACES) * $freeTwo + $freeOne / self::PLACES - $freeOne * $freeOne;
                if ($fill > 0 && $fillVariance > 0) {
                    $slope = $bitsPerBlock * $g / $fill;
                    $sumWithin += $weight * $slope * $slope * $fillVariance;
                }
                $distance = $load - $meanLoad;
                $sum += $weight;
                $sumG += $weight * $g;
                $sumG2 += $weight * $g * $g;
                $sumL += $weight * $distance;
                $sumL2 += $weight * $distance * $distance;
                $sumGL += $weight * $distance * $g;
                if (!$isFixed) {
                    $weight *= ($itemCount - $load) / ($load + 1) * ($loadChance / (1 - $loadChance));
                    if ($weight > 1e200) { // far below the mode: keep the ratios, avoid overflow
                        $scale = 1e-200;
                        $weight *= $scale;
                        $sum *= $scale;
                        $sumG *= $scale;
                        $sumG2 *= $scale;
                        $sumL *= $scale;
                        $sumL2 *= $scale;
                        $sumGL *= $scale;
                        $sumWithin *= $scale;
                    }
                }
            }
            for ($b = 0; $b < $bitsPerBlock; $b++) {
                for ($u = $bitsPerBlock; $u > 0; $u--) {
                    $covered[$u] += ($u / self::PLACES) * ($covered[$u - 1] - $covered[$u]);
                }
            }
        }

        $mean = $sumG / $sum;
        $varianceG = $sumG2 / $sum - $mean * $mean;
        $meanL = $sumL / $sum;
        $varianceL = $sumL2 / $sum - $meanL * $meanL;
        $covariance = $sumGL / $sum - $meanL * $mean;
        if ($varianceL > 0) { // the loads add up to a constant, so what is linear in them cancels out
            $varianceG -= $covariance * $covariance / $varianceL;
        }

        return [$mean, max($varianceG, 0.0) + $sumWithin / $sum];
    }

    /** @return array{float, float} rate for that many blocks, and how high it may turn out for the filter at hand */
    private static function plannedFpr(
        float $blockCount,
        int $bitsPerBlock,
        int $blocksPerItem,
        float $itemCount,
    ): array {
        $chance = $blocksPerItem / $blockCount;
        if ($itemCount * $chance * $bitsPerBlock > 4 * self::PLACES) { // nearly full: of no interest here
            return [1.0, 1.0];
        }
        [$mean, $variance] = self::lightRate($chance, $bitsPerBlock, $itemCount);
        $deviation = fdiv(sqrt($variance / $blockCount), $mean);
        $fpr = $blocksPerItem === 2 ? $mean * $mean : $mean;

        return [$fpr, $fpr * (1 + self::PROMISED_DEVIATIONS * $blocksPerItem * $deviation)];
    }

    /** Smallest whole number of blocks within [$minimum, $maximum] whose rate (or worst case) is at most $target. */
    private static function smallestBlockCount(
        float $guess,
        int $bitsPerBlock,
        int $blocksPerItem,
        float $itemCount,
        float $target,
        bool $isWorst,
        float $minimum,
        float $maximum,
    ): float {
        $fails = $minimum - 1;
        $passes = $maximum;
        $failsLog = $passesLog = null;
        for ($step = 0; $passes - $fails > 1; $step++) {
            if ($guess <= $fails) {
                $guess = $fails + 1;
            }
            if ($guess >= $passes) {
                $guess = $passes - 1;
            }
            $rates = self::plannedFpr($guess, $bitsPerBlock, $blocksPerItem, $itemCount);
            $distance = log(($isWorst ? $rates[1] : $rates[0]) / $target);
            if ($distance > 0) {
                $fails = $guess;
                $failsLog = $distance;
            } else {
                $passes = $guess;
                $passesLog = $distance;
            }
            if ($failsLog !== null && $passesLog !== null && $step % 4 !== 3) {
                $part = $failsLog / ($failsLog - $passesLog);
                // alternate a block to either side, so that both ends close in
                $guess = floor($fails + $part * ($passes - $fails)) + ($step % 2 !== 0 ? 1 : 0);
            } elseif ($failsLog !== null && $passesLog !== null) {
                $guess = floor(($fails + $passes) / 2);
            } elseif ($failsLog !== null) {
                $guess = ceil($guess * (1 + $distance / ($bitsPerBlock * 0.5)) + 1);
            } else {
                $guess = floor($guess * (1 + $distance / ($bitsPerBlock * 1.5)) - 1);
            }
        }

        return $passes;
    }
}
