<?php

declare(strict_types=1);

/** The class as applications have it in PHP: these names, these parameters. */
class BloomFilter
{
    /** @var array<int, true> */
    private array $bits = [];
    private int $bitCount;
    private int $hashCount;

    public function __construct(int $expectedItems, float $falsePositiveRate = 0.01)
    {
        $this->bitCount = (int) ceil(-$expectedItems * log($falsePositiveRate) / log(2) ** 2);
        $this->hashCount = max(1, (int) round($this->bitCount / $expectedItems * log(2)));
    }

    public function add(string $item): void
    {
        foreach ($this->positions($item) as $position) {
            $this->bits[$position] = true;
        }
    }

    public function mightContain(string $item): bool
    {
        foreach ($this->positions($item) as $position) {
            if (!isset($this->bits[$position])) {
                return false;
            }
        }

        return true;
    }

    public function getBitsSizeKB(): float
    {
        return round($this->bitCount / 8 / 1024, 2);
    }

    public function estimateFalsePositiveRate(int $insertedItems): float
    {
        return (1 - exp(-$this->hashCount * $insertedItems / $this->bitCount)) ** $this->hashCount;
    }

    /** @return iterable<int> */
    private function positions(string $item): iterable
    {
        for ($i = 0; $i < $this->hashCount; $i++) {
            yield (int) hexdec(substr(md5($item . $i), 0, 15)) % $this->bitCount;
        }
    }
}
