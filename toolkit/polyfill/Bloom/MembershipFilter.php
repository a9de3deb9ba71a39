<?php

declare(strict_types=1);

namespace Bloom;

/**
 * What every filter can do; the extension's interface, for machines without the extension.
 *
 * Items are byte strings of any length. In the *Many methods an element may also be an int (its decimal form)
 * or a Stringable; anything else is a TypeError that names the element's position.
 */
interface MembershipFilter extends \Countable
{
    /** True if the item was certainly not in the filter before. */
    public function add(#[\SensitiveParameter] string $item): bool;

    /**
     * How many of the items were certainly new. What came before a bad element stays added.
     *
     * @param iterable<mixed, mixed> $items
     */
    public function addMany(#[\SensitiveParameter] iterable $items): int;

    /** False: definitely absent; true: might be present. */
    public function mightContain(#[\SensitiveParameter] string $item): bool;

    /**
     * One answer per element, under the element's own key, in its order.
     *
     * @param iterable<mixed, mixed> $items
     *
     * @return array<array-key, bool>
     */
    public function mightContainMany(#[\SensitiveParameter] iterable $items): array;

    /** Estimated number of distinct items, from the number of set bits. */
    public function count(): int;

    public function clear(): void;

    /** False while the first load is under way or has not happened: answers are then all "might be present". */
    public function isReady(): bool;

    /** Number of the version in use; grows with every rebuild. */
    public function generation(): int;

    /**
     * Everything a person or a monitor wants to know.
     *
     * @return array<string, mixed>
     */
    public function info(): array;

    /** The caller looked a "might be present" up in the source of truth and it was not there. */
    public function reportFalsePositives(int $count = 1): void;

    /**
     * Builds a new version beside the current one and switches to it when the loader returns. What is added to the
     * current version meanwhile goes to both. If the loader throws, the new version is thrown away.
     *
     * @param callable(static): mixed $loader called with the new version; adds everything it must know
     */
    public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void;
}
