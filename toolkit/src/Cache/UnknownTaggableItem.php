<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Cache;

use Psr\Cache\CacheItemInterface;
use Symfony\Contracts\Cache\ItemInterface;

/**
 * The same for Symfony's contracts.
 *
 * @internal
 */
final class UnknownTaggableItem extends UnknownItem implements ItemInterface
{
    /** @var list<string> */
    private array $tags = [];

    public function tag(string|iterable $tags): static
    {
        foreach (\is_string($tags) ? [$tags] : $tags as $tag) {
            $this->tags[] = $tag;
        }

        return $this;
    }

    /** @return array{} */
    public function getMetadata(): array
    {
        return [];
    }

    protected function replayLifetimeOn(CacheItemInterface $item): void
    {
        parent::replayLifetimeOn($item);
        if ($this->tags !== [] && $item instanceof ItemInterface) {
            $item->tag($this->tags);
        }
    }
}
