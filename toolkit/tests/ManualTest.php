<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests;

use Bloom\Toolkit\Tests\Support\Extension;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** The examples of the manual that need this package; tests/docs/ of the repository runs the others, and has the conventions. */
final class ManualTest extends TestCase
{
    private string $directory;

    protected function setUp(): void
    {
        $this->directory = '/dev/shm/bloom-toolkit-' . bin2hex(random_bytes(6));
        mkdir($this->directory, 0o700);
        mkdir("{$this->directory}/shm", 0o700);
    }

    protected function tearDown(): void
    {
        exec('rm -rf ' . escapeshellarg($this->directory));
    }

    #[DataProvider('examples')]
    public function testPrintsWhatItSays(string $setup, string $code): void
    {
        $script = "{$this->directory}/example.php";
        file_put_contents($script, "<?php\nrequire " . var_export(\dirname(__DIR__) . '/vendor/autoload.php', true) . ";\n{$setup}{$code}");
        $output = tmpfile();
        \assert($output !== false);
        $process = proc_open(
            [
                PHP_BINARY, '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', '-d', 'log_errors=0', ...Extension::arguments(),
                '-d', "bloom.shm_dir={$this->directory}/shm", $script,
            ],
            [['file', '/dev/null', 'r'], $output, $output],
            $pipes,
            $this->directory,
        );
        \assert($process !== false);
        proc_close($process);
        rewind($output);
        preg_match_all('~// prints: (.*)$~m', $code, $lines);

        self::assertNotSame([], $lines[1]);
        self::assertSame(implode("\n", $lines[1]) . "\n", stream_get_contents($output));
    }

    /** @return iterable<string, array{string, string}> */
    public static function examples(): iterable
    {
        foreach ((array) glob(\dirname(__DIR__, 2) . '/docs/*.md') as $file) {
            preg_match_all(
                "~(?:<!-- docs: setup\n((?:(?!-->).)*)-->\s*)?```php not-run: run by the tests of the package[^\n]*\n(.*?)```~s",
                (string) file_get_contents((string) $file),
                $blocks,
                PREG_SET_ORDER,
            );
            foreach ($blocks as $i => [, $setup, $code]) {
                yield basename((string) $file) . ' ' . ($i + 1) => [$setup, $code];
            }
        }
    }
}
