<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests;

use Bloom\Toolkit\Tests\Support\Extension;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** The scripts in examples/ run, print what they should, and are short. */
final class ExamplesTest extends TestCase
{
    private const OUTPUT = [
        'revoked-tokens' => "Logged in:  200\nLogged out: 401\nRebuilt:    401\n",
        'registration' => "Alice@Example.org is taken\nbob@example.org is registered\nBOB@example.org is taken\n"
            . "Queries for 3 addresses: 2\n",
        'product-page' => "1000 SKUs that do not exist: 0 queries\nLamp 1000 times: 1 query\n"
            . "C-4: Chair\nC-4: Armchair\nC-4: not found\nL-17: Lamp\n",
        'cache' => "PSR-16: 1000 unknown ids, calls to the server: 0\nArray\n(\n    [name] => Lamp\n)\n"
            . "price.17: 49\nprice.18: unknown\nprice.19: unknown\nPSR-6: 1 of 3 keys asked for, calls to the server: 1\n",
        'nightly-rebuild' => "revoked tokens: 1 before, 1 now\ne-mail addresses: 2 before, 1 now\n",
        'magento' => "1000 guesses: 0 queries\n\"HAPPY-2026\"\n",
    ];
    private const ONLY_WITH_THE_EXTENSION = ['magento'];

    /** @param list<string> $settings */
    #[DataProvider('examples')]
    public function testRuns(string $name, array $settings): void
    {
        $directory = '/dev/shm/bloom-toolkit-' . bin2hex(random_bytes(6));
        mkdir($directory, 0o700);
        $output = tmpfile();
        \assert($output !== false);
        try {
            $process = proc_open(
                [
                    PHP_BINARY, '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', ...$settings,
                    '-d', "bloom.shm_dir={$directory}", self::path($name),
                ],
                [['file', '/dev/null', 'r'], $output, $output],
                $pipes,
            );
            \assert($process !== false);
            $status = proc_close($process);
        } finally {
            foreach ((array) glob("{$directory}/*") as $file) {
                unlink((string) $file);
            }
            rmdir($directory);
        }
        rewind($output);

        self::assertSame(self::OUTPUT[$name], stream_get_contents($output));
        self::assertSame(0, $status);
    }

    /** @return iterable<string, array{string, list<string>}> */
    public static function examples(): iterable
    {
        foreach (array_keys(self::OUTPUT) as $name) {
            if (\extension_loaded('bloom') || !\in_array($name, self::ONLY_WITH_THE_EXTENSION, true)) {
                yield "{$name}, as PHP is set up here" => [$name, []];
            }
            if (!\extension_loaded('bloom')) {
                yield "{$name}, with the extension" => [$name, ['-d', 'extension=' . Extension::path()]];
            }
        }
    }

    public function testEachIsTestedAndAtMost80LinesLong(): void
    {
        $scripts = (array) glob(self::path('*'));
        self::assertCount(\count(self::OUTPUT) + 1, $scripts, 'filter.php is what they share');
        foreach ($scripts as $script) {
            self::assertLessThanOrEqual(80, \count((array) file((string) $script)), (string) $script);
        }
    }

    private static function path(string $name): string
    {
        return \dirname(__DIR__, 2) . "/examples/{$name}.php";
    }
}
