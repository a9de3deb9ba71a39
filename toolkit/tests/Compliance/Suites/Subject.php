<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Compliance\Suites;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Tests\Support\RedisServer;
use Bloom\Toolkit\Tests\Support\StubFilter;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Adapter\ApcuAdapter;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Adapter\RedisAdapter;

/** What the environment asks to be tested: a storage, and how the filter in front of it behaves. */
final class Subject
{
    private static ?MembershipFilter $filter = null;
    private static string $directory = '';

    public static function reset(): void
    {
        self::$filter = null;
    }

    /** One filter for all caches of a test, since they have one storage. */
    public static function filter(): MembershipFilter
    {
        return self::$filter ??= match (getenv('BLOOM_TEST_MODE')) {
            'normal' => new \BloomFilter(1000, 0.001),
            'always maybe' => new StubFilter(isAlwaysMaybe: true),
            'not ready' => new StubFilter(isReady: false),
            default => throw new \LogicException('BLOOM_TEST_MODE is not set'),
        };
    }

    public static function adapter(): AdapterInterface
    {
        if (self::$directory === '') {
            self::$directory = sys_get_temp_dir() . '/bloom-cache-' . bin2hex(random_bytes(6));
        }

        return match (getenv('BLOOM_TEST_STORAGE')) {
            'files' => new FilesystemAdapter('bloom', 0, self::$directory),
            'apcu' => new ApcuAdapter('bloom'),
            'redis' => new RedisAdapter(
                RedisServer::connect((string) getenv('BLOOM_TEST_REDIS')),
                'test-' . getmypid(), // other processes use the same server
            ),
            default => throw new \LogicException('BLOOM_TEST_STORAGE is not set'),
        };
    }

    public static function removeFiles(): void
    {
        if (!is_dir(self::$directory)) {
            return;
        }
        $files = new \RecursiveIteratorIterator(
            new \RecursiveDirectoryIterator(self::$directory, \FilesystemIterator::SKIP_DOTS),
            \RecursiveIteratorIterator::CHILD_FIRST,
        );
        /** @var \SplFileInfo $file */
        foreach ($files as $file) {
            $file->isDir() ? rmdir($file->getPathname()) : unlink($file->getPathname());
        }
        rmdir(self::$directory);
    }
}
