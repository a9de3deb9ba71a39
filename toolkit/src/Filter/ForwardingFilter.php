<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Filter;

use Bloom\MembershipFilter;

/**
 * A filter in front of another one.
 *
 * @internal
 */
abstract class ForwardingFilter implements MembershipFilter
{
    public function __construct(protected readonly MembershipFilter $filter) {}

    /** The filter behind all that stand in front of it. */
    public static function innermost(MembershipFilter $filter): MembershipFilter
    {
        while ($filter instanceof self) {
            $filter = $filter->filter;
        }

        return $filter;
    }

    public function add(#[\SensitiveParameter] string $item): bool
    {
        return $this->filter->add($item);
    }

    public function addMany(#[\SensitiveParameter] iterable $items): int
    {
        return $this->filter->addMany($items);
    }

    public function mightContain(#[\SensitiveParameter] string $item): bool
    {
        return $this->filter->mightContain($item);
    }

    public function mightContainMany(#[\SensitiveParameter] iterable $items): array
    {
        return $this->filter->mightContainMany($items);
    }

    public function count(): int
    {
        return $this->filter->count();
    }

    public function clear(): void
    {
        $this->filter->clear();
    }

    public function isReady(): bool
    {
        return $this->filter->isReady();
    }

    public function generation(): int
    {
        return $this->filter->generation();
    }

    public function info(): array
    {
        return $this->filter->info();
    }

    public function reportFalsePositives(int $count = 1): void
    {
        $this->filter->reportFalsePositives($count);
    }

    public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void
    {
        /** @var callable(MembershipFilter): mixed $loader */
        $this->filter->rebuild($loader, $expectedItems, $falsePositiveRate);
    }

    /**
     * One "might be present" for each item, under its key.
     *
     * @param iterable<mixed, mixed> $items
     *
     * @return array<bool>
     */
    protected static function maybeForAll(iterable $items): array
    {
        $answers = [];
        foreach ($items as $key => $item) {
            \assert(\is_int($key) || \is_string($key));
            $answers[$key] = true;
        }

        return $answers;
    }
}
