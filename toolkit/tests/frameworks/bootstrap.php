<?php

declare(strict_types=1);

use Bloom\Toolkit\Tests\Support\Extension;

require __DIR__ . '/vendor/autoload.php';

// Applications share their filters: start again with the extension, and a directory of this run's own.
if (!extension_loaded('bloom')) {
    $extension = Extension::path();
    $directory = '/dev/shm/bloom-frameworks-' . bin2hex(random_bytes(6));
    mkdir($directory, 0o700);
    putenv("BLOOM_TEST_DIRECTORY={$directory}");
    mkdir("{$directory}/shared", 0o700);
    /** @var list<string> $argv */
    $argv = $_SERVER['argv'];
    pcntl_exec(PHP_BINARY, ['-d', "extension={$extension}", '-d', "bloom.shm_dir={$directory}/shared", ...$argv]);
}
register_shutdown_function(static function (int $pid): void {
    $directory = getenv('BLOOM_TEST_DIRECTORY');
    if ($directory !== false && getmypid() === $pid) {
        exec('rm -rf ' . escapeshellarg($directory));
    }
}, (int) getmypid());

// A test of mistakes runs tests over a changed copy of a class.
$mutant = getenv('BLOOM_TEST_MUTANT');
if (is_string($mutant) && $mutant !== '') {
    require $mutant;
}
