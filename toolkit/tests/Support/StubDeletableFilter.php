<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

use Bloom\DeletableFilter;

/** A StubFilter that writes down what is to be removed, and keeps it. */
final class StubDeletableFilter extends StubFilter implements DeletableFilter
{
    /** @var list<array{string, ?int}> item and ifGeneration */
    public array $removes = [];

    public function remove(#[\SensitiveParameter] string $item, ?int $ifGeneration = null): bool
    {
        $this->removes[] = [$item, $ifGeneration];
        if (!$this->isReady()) {
            throw new \Bloom\StorageException('Cannot remove from the filter: it is not ready');
        }

        return true;
    }
}
