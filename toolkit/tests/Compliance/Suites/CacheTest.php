<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Compliance\Suites;

use Bloom\Toolkit\KnownKeysCache;
use Cache\IntegrationTests\SimpleCacheTest;
use Psr\SimpleCache\CacheInterface;
use Symfony\Component\Cache\Psr16Cache;

/** The public suite for PSR-16. */
final class CacheTest extends SimpleCacheTest
{
    protected function tearDown(): void
    {
        Subject::reset();
    }

    public static function tearDownAfterClass(): void
    {
        Subject::removeFiles();
    }

    public function createSimpleCache(): CacheInterface
    {
        return new KnownKeysCache(new Psr16Cache(Subject::adapter()), Subject::filter());
    }
}
