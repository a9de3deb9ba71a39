<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Symfony;

use Bloom\Toolkit\Symfony\KnownKeysAdapter;
use Cache\IntegrationTests\CachePoolTest;
use Psr\Cache\CacheItemPoolInterface;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;

/** The public suite for PSR-6. */
final class PoolComplianceTest extends CachePoolTest
{
    private \BloomFilter $filter;

    public function createCachePool(): CacheItemPoolInterface
    {
        // one filter for all pools of a test, since they have one storage
        $this->filter ??= new \BloomFilter(1000, 0.001);

        return new KnownKeysAdapter(new FilesystemAdapter('compliance', 0, getenv('BLOOM_TEST_DIRECTORY') . '/pools'), $this->filter);
    }
}
