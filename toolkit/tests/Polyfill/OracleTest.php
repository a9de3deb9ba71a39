<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Polyfill;

use Bloom\Toolkit\Tests\Support\Php;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/**
 * The extension and the class in PHP, written independently, must not differ in anything. The same script runs in a
 * process with the extension and in one without, and prints the same.
 */
final class OracleTest extends TestCase
{
    public function testTheProcessesCompareTheTwoImplementations(): void
    {
        $script = __DIR__ . '/workers/which.php';

        self::assertSame('extension', Php::run($script, withExtension: true));
        self::assertSame('PHP', Php::run($script));
    }

    public function testPlansAndExpectedRatesAreTheSameForManyParameters(): void
    {
        $this->assertSameInBoth('plans.php', ['4711', '800']);
    }

    #[DataProvider('hashKeys')]
    public function testBitsAnswersAndEstimatesAreTheSameForRandomFilters(string $key): void
    {
        $this->assertSameInBoth('filters.php', ['815', '60'], key: $key);
    }

    public function testRightAndWrongUseHasTheSameResultsAndMessages(): void
    {
        $directory = sys_get_temp_dir() . '/bloom-toolkit-' . bin2hex(random_bytes(6));
        mkdir($directory);
        try {
            $this->assertSameInBoth('conversations.php', [$directory]);
        } finally {
            @rmdir($directory);
        }
    }

    #[DataProvider('hashKeys')]
    public function testEachReadsTheImagesOfTheOtherAndWritesThemAgainUnchanged(string $key): void
    {
        $script = __DIR__ . '/workers/images.php';
        $settings = ['bloom.hash_key' => $key];
        foreach ([true, false] as $isMadeByExtension) {
            $images = Php::run($script, ['make', '7'], '', $isMadeByExtension, $settings);
            self::assertSame(60, substr_count($images, "\n"));
            self::assertSame($images, Php::run($script, ['check'], $images, !$isMadeByExtension, $settings));
        }
    }

    public function testBothRefuseImagesOfAnotherHashKey(): void
    {
        $script = __DIR__ . '/workers/images.php';
        $images = Php::run($script, ['make', '7'], settings: ['bloom.hash_key' => 'one']);
        foreach ([true, false] as $withExtension) {
            $verdicts = Php::run($script, ['check'], $images, $withExtension, ['bloom.hash_key' => 'two']);
            self::assertSame(
                str_repeat(
                    'Bloom\CorruptImageException: The image cannot be used: it was made under another hash key '
                    . "(bloom.hash_key); use the key it was made with, or build it again\n",
                    60,
                ),
                $verdicts,
            );
        }
    }

    public function testBothSayTheSameOfDamagedImages(): void
    {
        $images = '';
        foreach ([[20, 0.01], [1, 0.5], [60, 1e-5], [2000, 1e-4]] as [$items, $rate]) {
            $filter = new \BloomFilter($items, $rate);
            $filter->addMany(range(1, $items));
            $images .= base64_encode($filter->export()) . "\n";
        }
        $this->assertSameInBoth('damage.php', [], $images);
    }

    /** @return array<string, array{string}> */
    public static function hashKeys(): array
    {
        return ['public key' => [''], 'secret key' => ['correct horse battery staple']];
    }

    /** @param list<string> $arguments */
    private function assertSameInBoth(string $script, array $arguments, string $input = '', string $key = ''): void
    {
        $path = __DIR__ . '/workers/' . $script;
        $settings = ['bloom.hash_key' => $key];
        $expected = explode("\n", Php::run($path, $arguments, $input, true, $settings));
        $actual = explode("\n", Php::run($path, $arguments, $input, false, $settings));
        self::assertGreaterThan(20, \count($expected));
        foreach ($expected as $i => $line) {
            self::assertSame($line, $actual[$i] ?? null, "Line {$i} of {$script}");
        }
        self::assertSameSize($expected, $actual);
    }
}
