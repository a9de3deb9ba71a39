<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Compliance\Suites;

use Bloom\Toolkit\KnownKeysPool;
use Cache\IntegrationTests\CachePoolTest;
use Psr\Cache\CacheItemPoolInterface;

/** The public suite for PSR-6. */
final class PoolTest extends CachePoolTest
{
    protected function tearDown(): void
    {
        Subject::reset();
    }

    public static function tearDownAfterClass(): void
    {
        Subject::removeFiles();
    }

    public function createCachePool(): CacheItemPoolInterface
    {
        return new KnownKeysPool(Subject::adapter(), Subject::filter());
    }
}
