<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Compliance;

use Bloom\Toolkit\Tests\Support\RedisServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/**
 * Runs the public suites (Suites/) over Symfony's adapters, each in a process of its own, since APCu and assertions are
 * settings of a process; all at once, since they spend most of their time waiting for entries to expire.
 */
final class ComplianceTest extends TestCase
{
    /** @var array<string, array{resource, resource}> */
    private static array $processes = [];

    public static function setUpBeforeClass(): void
    {
        foreach (self::subjects() as $name => [$suite, $storage, $mode, $assertions]) {
            $output = tmpfile();
            \assert($output !== false);
            $process = proc_open(
                [
                    PHP_BINARY, '-d', "zend.assertions={$assertions}", '-d', 'apc.enable_cli=1',
                    \dirname(__DIR__, 2) . '/vendor/bin/phpunit', '--do-not-cache-result', '--no-progress',
                    '--configuration', \dirname(__DIR__, 2) . '/phpunit.xml.dist', __DIR__ . "/Suites/{$suite}.php",
                ],
                [['file', '/dev/null', 'r'], $output, $output],
                $pipes,
                null,
                [
                    'BLOOM_TEST_STORAGE' => $storage,
                    'BLOOM_TEST_MODE' => $mode,
                    'BLOOM_TEST_REDIS' => RedisServer::socket(),
                ] + getenv(),
            );
            \assert($process !== false);
            self::$processes[$name] = [$process, $output];
        }
    }

    #[DataProvider('subjects')]
    public function testPassesThePublicSuite(string $suite): void
    {
        [$process, $output] = self::$processes[(string) $this->dataName()];
        $status = proc_close($process);
        rewind($output);
        $report = (string) stream_get_contents($output);

        self::assertSame(0, $status, $report);
        self::assertStringContainsString($suite === 'PoolTest' ? 'OK (126 tests' : 'OK (212 tests', $report);
    }

    /** @return array<string, array{string, string, string, int}> suite, storage, mode of the filter, zend.assertions */
    public static function subjects(): array
    {
        $subjects = [];
        foreach (['PoolTest', 'CacheTest'] as $suite) {
            foreach (['normal', 'always maybe', 'not ready'] as $mode) {
                foreach (['files', 'apcu', 'redis'] as $storage) {
                    $subjects["{$suite}, {$storage}, filter {$mode}"] = [$suite, $storage, $mode, -1];
                }
            }
            $subjects["{$suite}, files, with assertions"] = [$suite, 'files', 'normal', 1];
        }

        return $subjects;
    }
}
