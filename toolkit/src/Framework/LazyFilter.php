<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Bloom\FilterException;
use Bloom\MembershipFilter;
use Bloom\StorageException;

/**
 * A filter that is opened when it is needed. While it has not been built it is not ready; while it cannot be opened, calls
 * throw, which the toolkit's guards take for "ask the source of truth". Every call tries again.
 *
 * @internal
 */
class LazyFilter implements MembershipFilter
{
    private ?MembershipFilter $filter = null;

    public function __construct(private readonly FilterDefinition $definition) {}

    public function add(#[\SensitiveParameter] string $item): bool
    {
        return $this->open()?->add($item) ?? false;
    }

    /** @param iterable<mixed> $items */
    public function addMany(#[\SensitiveParameter] iterable $items): int
    {
        return $this->open()?->addMany($items) ?? 0;
    }

    public function mightContain(#[\SensitiveParameter] string $item): bool
    {
        return $this->open()?->mightContain($item) ?? true;
    }

    /**
     * @param iterable<mixed> $items
     *
     * @return array<array-key, bool>
     */
    public function mightContainMany(#[\SensitiveParameter] iterable $items): array
    {
        $filter = $this->open();
        if ($filter !== null) {
            return $filter->mightContainMany($items);
        }
        $answers = [];
        foreach ($items as $key => $item) {
            \assert(\is_int($key) || \is_string($key));
            $answers[$key] = true;
        }

        return $answers;
    }

    public function count(): int
    {
        return $this->open()?->count() ?? 0;
    }

    public function clear(): void
    {
        $this->open()?->clear();
    }

    public function isReady(): bool
    {
        return $this->open()?->isReady() ?? false;
    }

    public function generation(): int
    {
        return $this->open()?->generation() ?? 0;
    }

    /**
     * Of a filter that is not there, what is known of it all the same.
     *
     * @return array<mixed>
     */
    public function info(): array
    {
        $error = 'It has not been built';
        try {
            $info = $this->open()?->info();
        } catch (FilterException $exception) {
            $info = null;
            $error = $exception->getMessage();
        }

        return $info ?? [
            'kind' => $this->definition->kind,
            'name' => $this->definition->name,
            'ready' => false,
            'error' => $error,
        ] + ($this->definition->kind === 'rotating' ? ['window_seconds' => $this->definition->windowSeconds] : []);
    }

    public function reportFalsePositives(int $count = 1): void
    {
        $this->open()?->reportFalsePositives($count);
    }

    public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void
    {
        $filter = $this->open()
            ?? throw new \Bloom\NotFoundException("Cannot rebuild the filter {$this->definition->name}: it has not been built yet");
        $filter->rebuild($loader, $expectedItems, $falsePositiveRate);
    }

    protected function open(): ?MembershipFilter
    {
        try {
            return $this->filter ??= $this->definition->open();
        } catch (FilterException $exception) {
            throw $exception;
        } catch (\Exception $exception) {
            throw new StorageException("Cannot load the filter {$this->definition->name}: {$exception->getMessage()}", 0, $exception);
        }
    }
}
