<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Cache;

/**
 * Values under keys that stay strings, which those of an array do not ("123"), and which can be walked more than
 * once, which a generator cannot.
 *
 * @internal
 *
 * @template T
 *
 * @implements \IteratorAggregate<string, T>
 */
final readonly class StringKeyed implements \IteratorAggregate
{
    /** @param list<array{string, T}> $pairs */
    public function __construct(private array $pairs) {}

    /** @return \Generator<string, T> */
    public function getIterator(): \Generator
    {
        foreach ($this->pairs as [$key, $value]) {
            yield $key => $value;
        }
    }
}
