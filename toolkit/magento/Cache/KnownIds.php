<?php

declare(strict_types=1);

namespace Bloom\Magento\Cache;

use Bloom\FilterException;
use Bloom\MembershipFilter;
use Bloom\RotatingFilter;
use Magento\Framework\Cache\Frontend\Decorator\Bare;
use Magento\Framework\Cache\FrontendInterface;
use Magento\Framework\Cache\MultiLoadInterface;

/**
 * A cache frontend that answers for ids that nobody has saved for longer than a window, without a round trip. What was saved past
 * it, or before, is a miss until it is saved again.
 *
 * It has no logger: Magento's needs the configuration, which needs the cache.
 */
class KnownIds extends Bare implements MultiLoad
{
    private MembershipFilter|false|null $filter = null;

    public function __construct(
        FrontendInterface $frontend,
        private readonly string $filterName = 'magento.cache',
        private readonly int $expectedIds = 200_000,
        private readonly int $windowSeconds = 7 * 86400,
    ) {
        parent::__construct($frontend);
    }

    public function test($identifier)
    {
        return $this->mightKnow($identifier) ? parent::test($identifier) : false;
    }

    public function load($identifier)
    {
        return $this->mightKnow($identifier) ? parent::load($identifier) : false;
    }

    /**
     * @param string[] $identifiers
     *
     * @return array<string, mixed>
     */
    public function loadMultiple(array $identifiers): array
    {
        $known = array_values(array_filter($identifiers, $this->mightKnow(...)));
        $frontend = $this->_getFrontend();
        if ($known === [] || $frontend instanceof MultiLoadInterface) {
            return $known === [] ? [] : $frontend->loadMultiple($known);
        }
        $loaded = [];
        foreach ($known as $identifier) {
            $loaded[$identifier] = $frontend->load($identifier);
        }

        return array_filter($loaded, static fn(mixed $value): bool => $value !== false);
    }

    public function save($data, $identifier, array $tags = [], $lifeTime = null)
    {
        try {
            $this->filter()?->add(self::form($identifier)); // before the write, so that whoever sees the entry finds it
        } catch (FilterException) {
            // to be written nevertheless: at worst it is a miss
        }

        return parent::save($data, $identifier, $tags, $lifeTime);
    }

    private function mightKnow(string $identifier): bool
    {
        try {
            return $this->filter()?->mightContain(self::form($identifier)) ?? true;
        } catch (FilterException) {
            return true;
        }
    }

    private function filter(): ?MembershipFilter
    {
        if ($this->filter === null) {
            try {
                // @phpstan-ignore class.notFound (it is the extension's)
                $filter = RotatingFilter::shared($this->filterName, $this->expectedIds, 0.01, $this->windowSeconds, 4, null);
                \assert($filter instanceof MembershipFilter);
                $this->filter = $filter;
            } catch (FilterException) {
                $this->filter = false; // for this request
            }
        }

        return $this->filter === false ? null : $this->filter;
    }

    /** Frontends fold case, and some replace characters that their storage does not take. */
    private static function form(string $identifier): string
    {
        return (string) preg_replace('/[^A-Z0-9]+/', '_', strtoupper($identifier));
    }
}
