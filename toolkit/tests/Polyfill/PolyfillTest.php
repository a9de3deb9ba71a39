<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Polyfill;

use Bloom\StorageException;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** What is particular to the class in PHP; that it otherwise does as the extension is OracleTest's. */
final class PolyfillTest extends TestCase
{
    protected function setUp(): void
    {
        self::assertTrue((new \ReflectionClass(\BloomFilter::class))->isUserDefined(), 'Run without the extension');
    }

    #[DataProvider('sharedStorage')]
    public function testSharedStorageIsAnErrorThatSaysWhatIsMissing(callable $call, string $method): void
    {
        self::assertFalse(method_exists(\BloomFilter::class, $method));
        $this->expectException(StorageException::class);
        $this->expectExceptionMessage("BloomFilter::{$method}() needs the bloom extension");
        $call();
    }

    /** @return iterable<string, array{callable(): mixed, string}> */
    public static function sharedStorage(): iterable
    {
        foreach (['shared' => ['name', 10, 0.1, null], 'attach' => ['name'], 'open' => ['path', 10, 0.1, null]] as $method => $arguments) {
            yield $method => [static fn(): mixed => \BloomFilter::__callStatic($method, $arguments), $method];
        }
    }

    public function testOtherUnknownStaticMethodsAreTheUsualError(): void
    {
        $this->expectException(\Error::class);
        $this->expectExceptionMessage('Call to undefined method BloomFilter::create()');
        \BloomFilter::__callStatic('create', []);
    }

    public function testPropertiesCannotBeInvented(): void
    {
        $this->expectException(\Error::class);
        $this->expectExceptionMessage('Cannot create dynamic property BloomFilter::$size');
        (new \BloomFilter(1))->__set('size', 1);
    }

    public function testAnObjectWhoseConstructorNeverRanIsAnErrorInEveryMethod(): void
    {
        $class = new \ReflectionClass(\BloomFilter::class);
        $arguments = [
            'add' => ['a'], 'addMany' => [[]], 'mightContain' => ['a'], 'mightContainMany' => [[]],
            'estimateFalsePositiveRate' => [1], 'rebuild' => [strlen(...)], 'save' => ['x'],
            'merge' => [new \BloomFilter(1)], 'isCompatibleWith' => [new \BloomFilter(1)],
        ];
        $tried = 0;
        foreach ($class->getMethods(\ReflectionMethod::IS_PUBLIC) as $method) {
            $harmless = ['__construct', '__unserialize', '__debugInfo', '__set'];
            if ($method->isStatic() || \in_array($method->name, $harmless, true)) {
                continue;
            }
            try {
                $method->invoke($class->newInstanceWithoutConstructor(), ...$arguments[$method->name] ?? []);
                self::fail("{$method->name}() works without a constructor");
            } catch (\Error $error) {
                self::assertSame(
                    'The BloomFilter object has not been initialized by its constructor',
                    $error->getMessage(),
                    $method->name,
                );
                $tried++;
            }
        }
        self::assertSame(20, $tried);
    }

    public function testAFilterThatExceedsMemoryLimitIsAnExceptionAndNotAFatalError(): void
    {
        $this->expectException(StorageException::class);
        $this->expectExceptionMessageMatches('/^Cannot create the filter: \d+ bytes more would exceed memory_limit/');
        new \BloomFilter(2_000_000_000, 0.01);
    }

    public function testAFailedSaveLeavesTheOldFileAndNothingElse(): void
    {
        $directory = sys_get_temp_dir() . '/bloom-toolkit-' . bin2hex(random_bytes(6));
        mkdir($directory);
        $filter = new \BloomFilter(10);
        try {
            $filter->save($directory . '/absent/filter.bloom');
            self::fail('Saved into a directory that does not exist');
        } catch (StorageException $exception) {
            self::assertStringContainsString('No such file or directory', $exception->getMessage());
            self::assertSame(['.', '..'], scandir($directory));
        } finally {
            rmdir($directory);
        }
    }
}
