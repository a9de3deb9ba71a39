<?php

/** The yardsticks of the benchmarks; see probe.c. For static analysis only. */
final class BloomProbe
{
    /** @param string $image an exported BloomFilter, whose size and items' places the methods use */
    public function __construct(string $image) {}

    public function nothing(string $item): bool {}

    public function hashes(string $item): bool {}

    public function hashesAndLoads(string $item): bool {}

    public function portable(string $item): bool {}
}
