<?php

declare(strict_types=1);

/*
 * Bloom filters in plain PHP, to compare with. Not for use: they have none of the extension's checks.
 */

namespace Bloom\Bench;

/** The same in all of them: the textbook's size and number of hashes. */
abstract class UserlandFilter
{
    protected int $bitCount;
    protected int $hashCount;

    public function __construct(int $expectedItems, float $falsePositiveRate = 0.01)
    {
        $this->bitCount = (int) ceil(-$expectedItems * log($falsePositiveRate) / log(2) ** 2);
        $this->hashCount = max(1, (int) round($this->bitCount / $expectedItems * log(2)));
    }

    abstract public function add(string $item): void;

    abstract public function mightContain(string $item): bool;
}

/** As it is most often written: one md5 per bit, the bits in an array. */
final class ArrayFilter extends UserlandFilter
{
    /** @var array<int, true> */
    private array $bits = [];

    public function add(string $item): void
    {
        for ($i = 0; $i < $this->hashCount; $i++) {
            $this->bits[hexdec(substr(md5($item . $i), 0, 15)) % $this->bitCount] = true;
        }
    }

    public function mightContain(string $item): bool
    {
        for ($i = 0; $i < $this->hashCount; $i++) {
            if (!isset($this->bits[hexdec(substr(md5($item . $i), 0, 15)) % $this->bitCount])) {
                return false;
            }
        }

        return true;
    }
}

/** As fast as PHP gets: the bits in a string, all positions from the two halves of one fast hash. */
final class StringFilter extends UserlandFilter
{
    private const HALF = (1 << 57) - 1; // so that no sum below leaves the range of int

    private string $bits;

    public function __construct(int $expectedItems, float $falsePositiveRate = 0.01)
    {
        parent::__construct($expectedItems, $falsePositiveRate);
        $this->bits = str_repeat("\0", intdiv($this->bitCount + 7, 8));
    }

    public function add(string $item): void
    {
        [$position, $step] = self::halves($item);
        for ($i = 0; $i < $this->hashCount; $i++, $position += $step) {
            $bit = $position % $this->bitCount;
            $this->bits[$bit >> 3] = chr(ord($this->bits[$bit >> 3]) | 1 << ($bit & 7));
        }
    }

    public function mightContain(string $item): bool
    {
        [$position, $step] = self::halves($item);
        for ($i = 0; $i < $this->hashCount; $i++, $position += $step) {
            $bit = $position % $this->bitCount;
            if ((ord($this->bits[$bit >> 3]) & 1 << ($bit & 7)) === 0) {
                return false;
            }
        }

        return true;
    }

    /** @return array{int, int} */
    private static function halves(string $item): array
    {
        /** @var array{a: int, b: int} $halves */
        $halves = unpack('Pa/Pb', hash('xxh128', $item, true));

        return [$halves['a'] & self::HALF, $halves['b'] & self::HALF];
    }
}
