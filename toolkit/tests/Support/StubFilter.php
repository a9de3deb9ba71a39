<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

use Bloom\MembershipFilter;

/**
 * A filter whose answers are exact, or all "might be present", or exceptions; it remembers what was done to it.
 *
 * @phpstan-consistent-constructor
 */
class StubFilter implements MembershipFilter
{
    /** @var array<string, true> */
    private array $items = [];
    public int $falsePositives = 0;
    public bool $isBroken = false;
    public int $generation = 1;
    /** @var array<string, mixed> */
    public array $info = ['kind' => 'stub'];
    /** @var ?\Closure(string): mixed run before an add */
    public ?\Closure $onAdd = null;
    /** @var list<string> items in the order of their adds, repetitions included */
    public array $adds = [];

    public function __construct(private bool $isReady = true, private bool $isAlwaysMaybe = false) {}

    public function setReady(bool $isReady): void
    {
        $this->isReady = $isReady;
    }

    public function add(#[\SensitiveParameter] string $item): bool
    {
        ($this->onAdd ?? static fn(): bool => true)($item);
        $this->assertWorking();
        $isNew = $this->isReady && !isset($this->items['k' . $item]);
        $this->items['k' . $item] = true;
        $this->adds[] = $item;

        return $isNew;
    }

    public function addMany(#[\SensitiveParameter] iterable $items): int
    {
        $added = 0;
        foreach ($items as $item) {
            \assert(\is_string($item) || \is_int($item));
            $added += (int) $this->add((string) $item);
        }

        return $added;
    }

    public function mightContain(#[\SensitiveParameter] string $item): bool
    {
        $this->assertWorking();

        return !$this->isReady || $this->isAlwaysMaybe || isset($this->items['k' . $item]);
    }

    public function mightContainMany(#[\SensitiveParameter] iterable $items): array
    {
        $answers = [];
        foreach ($items as $key => $item) {
            \assert((\is_string($item) || \is_int($item)) && (\is_string($key) || \is_int($key)));
            $answers[$key] = $this->mightContain((string) $item);
        }

        return $answers;
    }

    public function count(): int
    {
        return \count($this->items);
    }

    public function clear(): void
    {
        $this->items = [];
    }

    public function isReady(): bool
    {
        return $this->isReady;
    }

    public function generation(): int
    {
        return $this->generation;
    }

    public function info(): array
    {
        return $this->info + ['ready' => $this->isReady];
    }

    public function reportFalsePositives(int $count = 1): void
    {
        $this->assertWorking();
        $this->falsePositives += $count;
    }

    public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void
    {
        $next = new static();
        $loader($next);
        $this->items = $next->items;
        $this->isReady = true;
        $this->generation++;
    }

    private function assertWorking(): void
    {
        if ($this->isBroken) {
            throw new \Bloom\StorageException('Cannot use the filter: it is broken');
        }
    }
}
