<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests;

use Bloom\Tests\Docs\Block;
use Bloom\Tests\Docs\BlockKind;

use function Bloom\Tests\Docs\php_blocks;

use Bloom\Toolkit\Tests\Support\Extension;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/../../tests/docs/markdown.php';

/**
 * The examples of this package's README, and those of the manual that need the package, with the extension; tests/docs/README.md
 * has the conventions.
 */
final class ReadmeTest extends TestCase
{
    #[DataProvider('examples')]
    public function testRunsAndPrintsWhatItSays(string $code, string $setup, string $printed): void
    {
        $directory = '/dev/shm/bloom-toolkit-' . bin2hex(random_bytes(6));
        mkdir($directory, 0o700);
        $autoload = var_export(\dirname(__DIR__) . '/vendor/autoload.php', true);
        file_put_contents("{$directory}/setup.php", "<?php\nrequire {$autoload};\n{$setup}");
        file_put_contents("{$directory}/example.php", "<?php\n{$code}");
        file_put_contents("{$directory}/run.php", "<?php\nrequire __DIR__ . '/setup.php';\nrequire __DIR__ . '/example.php';\n");
        $output = tmpfile();
        \assert($output !== false);
        $process = proc_open(
            [
                PHP_BINARY, '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', '-d', 'zend.assertions=1',
                ...Extension::arguments(), '-d', "bloom.shm_dir={$directory}", "{$directory}/run.php",
            ],
            [['file', '/dev/null', 'r'], $output, $output],
            $pipes,
            $directory,
        );
        \assert($process !== false);
        $status = proc_close($process);
        exec('rm -rf ' . escapeshellarg($directory));
        rewind($output);
        $actual = (string) stream_get_contents($output);

        self::assertStringMatchesFormat(str_replace('...', '%a', str_replace('%', '%%', $printed)), rtrim($actual, "\n"));
        self::assertSame(0, $status);
    }

    /** @return iterable<string, array{string, string, string}> */
    public static function examples(): iterable
    {
        foreach (php_blocks(self::readme()) as $block) {
            yield "line {$block->line}" => [$block->code, $block->setup, implode("\n", $block->expectedOutput())];
        }
        foreach (['introducing', 'operations'] as $page) {
            $blocks = array_filter(
                php_blocks((string) file_get_contents(__DIR__ . "/../../docs/{$page}.md")),
                static fn(Block $block): bool => str_starts_with($block->reason, 'run by the tests of the package'),
            );
            self::assertNotSame([], $blocks);
            foreach ($blocks as $block) {
                yield "docs/{$page}.md, line {$block->line}" => [$block->code, $block->setup, implode("\n", $block->expectedOutput())];
            }
        }
    }

    public function testThereIsNoPhpThatIsNotRun(): void
    {
        $kinds = array_map(static fn(Block $block): BlockKind => $block->kind, php_blocks(self::readme()));

        self::assertGreaterThan(6, \count($kinds));
        self::assertSame([], array_filter($kinds, static fn(BlockKind $kind): bool => $kind !== BlockKind::Example));
        self::assertDoesNotMatchRegularExpression('/^    \$|^    use /m', (string) preg_replace('/^(<!--.*?^-->|```.*?^```)$/ms', '', self::readme()));
    }

    private static function readme(): string
    {
        return (string) file_get_contents(__DIR__ . '/../README.md');
    }
}
