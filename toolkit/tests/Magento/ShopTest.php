<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Magento;

use Bloom\Toolkit\Tests\Support\Extension;
use Bloom\Toolkit\Tests\Support\MariadbServer;
use PHPUnit\Framework\TestCase;

/** The module over MariaDB and real shared filters, with stand-ins for Magento. */
final class ShopTest extends TestCase
{
    /** @var array<string, mixed> what workers/shop.php said */
    private static array $said = [];

    public static function setUpBeforeClass(): void
    {
        $directory = '/dev/shm/bloom-toolkit-' . bin2hex(random_bytes(6));
        mkdir($directory, 0o700);
        $errors = tmpfile();
        \assert($errors !== false);
        $process = proc_open(
            [
                PHP_BINARY, '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', '-d', 'zend.assertions=1',
                ...Extension::arguments(), '-d', "bloom.shm_dir={$directory}", __DIR__ . '/workers/shop.php', MariadbServer::dsn(),
            ],
            [['file', '/dev/null', 'r'], ['pipe', 'w'], $errors],
            $pipes,
        );
        \assert($process !== false);
        /** @var array{1: resource} $pipes */
        $output = (string) stream_get_contents($pipes[1]);
        $status = proc_close($process);
        exec('rm -rf ' . escapeshellarg($directory));
        rewind($errors);
        self::assertSame([0, ''], [$status, (string) stream_get_contents($errors)]);
        foreach (explode("\n", trim($output)) as $line) {
            [$what, $value] = explode(': ', $line, 2);
            self::$said[$what] = json_decode($value, true, 512, JSON_THROW_ON_ERROR);
        }
    }

    public function testWithoutFiltersEverythingIsAskedOfTheDatabase(): void
    {
        self::assertSame(['No such entity with sku = nothing', false, true, 5], self::$said['queries before the build']);
        self::assertSame([1, "{\n    \"sku\": null,\n    \"path\": null,\n    \"email\": null\n}\n"], self::$said['inspect without filters']);
    }

    public function testTheCommandBuildsTheFiltersAndNamesThoseThatThereAre(): void
    {
        self::assertSame([0, "sku: built, about 1 keys\npath: built, about 3 keys\nemail: built, about 1 keys\n"], self::$said['build']);
        self::assertSame([1, "There is no filter nothing; there are sku, path, email\n"], self::$said['build of what is not there']);
        self::assertSame([0, ['sku' => true, 'path' => true, 'email' => true]], self::$said['inspect']);
    }

    public function testWhatIsAbsentCostsNoQuery(): void
    {
        self::assertSame(['No such entity with sku = nothing', false, false, true], self::$said['absent']);
        self::assertSame(0, self::$said['queries for what is absent']);
    }

    public function testWhatTheColumnsTakeForEqualIsFound(): void
    {
        self::assertSame(['found', 'found', false], self::$said['present']);
    }

    public function testPathsAreFoundAsMagentoLooksForThem(): void
    {
        $paths = [
            'as it is' => true, 'in other case' => true, 'behind a category that is not stored' => true,
            'with percent signs, without the slash' => true, 'with a slash' => true, 'not there' => false,
        ];
        self::assertSame(array_values($paths), self::$said['paths']);
        self::assertGreaterThan(0, self::$said['queries about several paths at once']);
    }

    public function testWhatIsSavedIsFoundFromItsCommitOn(): void
    {
        self::assertSame(['found', false], self::$said['saved']);
        self::assertTrue(self::$said['a path is known as soon as it is written']);
        self::assertSame('found', self::$said['a SKU is known as soon as it is imported']);
    }

    public function testTheNightlyBuildForgetsWhatWasDeletedAndNothingElse(): void
    {
        self::assertSame([true, 1], self::$said['deleted']);
        self::assertSame([true, 0, 'found', true], self::$said['deleted and forgotten']);
    }

    public function testIdsOfTheCacheThatNobodySavedCostNoRoundTrip(): void
    {
        self::assertSame([false, false, [], []], self::$said['unknown ids']);
    }

    public function testSavedIdsAndEverythingElseReachTheCache(): void
    {
        self::assertSame(['1', false, ['config.x' => '1'], true, true], self::$said['known ids']);
        self::assertSame(['load CONFIG.X', 'test config_x', 'loadMultiple config.x', 'remove other', 'clean old'], self::$said['calls']);
        self::assertSame('1', self::$said['another process']);
    }
}
