<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Polyfill;

use Bloom\Toolkit\Tests\Support\Php;
use PHPUnit\Framework\TestCase;

/** What is particular to the class in PHP; that it otherwise does as the extension is OracleTest's. */
final class PolyfillTest extends TestCase
{
    /** @var array<mixed> */
    private static array $outcomes = [];

    public static function setUpBeforeClass(): void
    {
        $directory = sys_get_temp_dir() . '/bloom-toolkit-' . bin2hex(random_bytes(6));
        mkdir($directory);
        try {
            $outcomes = json_decode(Php::run(__DIR__ . '/workers/alone.php', [$directory]), true);
            self::assertIsArray($outcomes);
            self::$outcomes = $outcomes;
        } finally {
            rmdir($directory);
        }
    }

    public function testSharedStorageIsAnErrorThatSaysWhatIsMissing(): void
    {
        foreach (['shared', 'attach', 'open'] as $method) {
            self::assertStringStartsWith(
                "Bloom\\StorageException: BloomFilter::{$method}() needs the bloom extension",
                self::outcome($method),
            );
        }
    }

    public function testMethodExistsTellsThatThereIsNoSharedStorage(): void
    {
        self::assertSame([false, false, false], self::$outcomes['method_exists']);
    }

    public function testOtherUnknownStaticMethodsAreTheUsualError(): void
    {
        self::assertSame('Error: Call to undefined method BloomFilter::create()', self::outcome('create'));
    }

    public function testPropertiesCannotBeInvented(): void
    {
        self::assertSame('Error: Cannot create dynamic property BloomFilter::$size', self::outcome('property'));
    }

    public function testAnObjectWhoseConstructorNeverRanIsAnErrorInEveryMethod(): void
    {
        $names = array_filter(array_keys(self::$outcomes), static fn($name) => str_ends_with((string) $name, ' without constructor'));
        self::assertCount(20, $names);
        foreach ($names as $name) {
            self::assertSame('Error: The BloomFilter object has not been initialized by its constructor', self::outcome((string) $name));
        }
    }

    public function testAFilterThatExceedsMemoryLimitIsAnExceptionAndNotAFatalError(): void
    {
        self::assertMatchesRegularExpression(
            '/^Bloom\\\\StorageException: Cannot create the filter: \d+ bytes more would exceed memory_limit/',
            self::outcome('memory_limit'),
        );
    }

    public function testAFailedSaveSaysWhyAndLeavesNothing(): void
    {
        self::assertStringContainsString('No such file or directory', self::outcome('failed save'));
        self::assertSame(['.', '..'], self::$outcomes['files after it']);
    }

    private static function outcome(string $name): string
    {
        $outcome = self::$outcomes[$name] ?? null;
        self::assertIsString($outcome, $name);

        return $outcome;
    }
}
