<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Support;

/** The built extension that the tests compare with and run against. */
final class Extension
{
    /** BLOOM_EXTENSION, or else the one that an .ini file has loaded here, or else the newest build under out/. */
    public static function path(): string
    {
        $path = getenv('BLOOM_EXTENSION');
        if (!\is_string($path) || $path === '') {
            $path = self::configured() ?? self::newestBuild(\dirname(__DIR__, 3) . '/out');
        }
        if ($path === null || !is_file($path)) {
            throw new \RuntimeException(
                'There is no built extension to test with: build it (./dev build) or set BLOOM_EXTENSION to its path',
            );
        }

        return (string) realpath($path);
    }

    /** @return list<string> with which a process with the settings of this machine has the extension, too */
    public static function arguments(): array
    {
        return self::configured() === null ? ['-d', 'extension=' . self::path()] : [];
    }

    private static function configured(): ?string
    {
        $scanned = php_ini_scanned_files();
        foreach (explode(',', \is_string($scanned) ? $scanned : '') as $file) {
            $settings = trim($file) === '' ? '' : (string) file_get_contents(trim($file));
            if (preg_match('/^\s*extension\s*=\s*"?([^"\n]+bloom\.so)/m', $settings, $match) === 1) {
                return $match[1];
            }
        }

        return null;
    }

    private static function newestBuild(string $directory): ?string
    {
        if (!is_dir($directory)) {
            return null;
        }
        $builds = [];
        /** @var \SplFileInfo $file */
        foreach (new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($directory)) as $file) {
            // not those of the other Debian releases in out/matrix
            if ($file->getFilename() === 'bloom.so' && $file->isFile() && !str_contains($file->getPathname(), '/matrix/')) {
                $builds[$file->getPathname()] = $file->getMTime();
            }
        }
        arsort($builds);

        return array_key_first($builds);
    }
}
