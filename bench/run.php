<?php

declare(strict_types=1);

/*
 * All benchmarks: builds the yardsticks, then runs methods.php, shared.php, kinds.php and alternatives.php.
 *
 * php bench/run.php BLOOM_SO WORK_DIR [--items=N,N] [--rounds=N] [--json]
 */

$arguments = array_slice($argv, 1);
$options = array_values(array_filter($arguments, static fn(string $argument): bool => str_starts_with($argument, '--')));
$paths = array_values(array_diff($arguments, $options));
if (count($paths) !== 2 || realpath($paths[0]) === false) {
    fwrite(STDERR, "usage: php bench/run.php BLOOM_SO WORK_DIR [--items=N,N] [--rounds=N] [--json]\n");
    exit(2);
}
$bloom = (string) realpath($paths[0]);

/**
 * @param list<string> $command
 * @return array{int, string} exit status and standard output
 */
function output_of(array $command): array
{
    $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
    if ($process === false) {
        return [127, ''];
    }
    $output = (string) stream_get_contents($pipes[1]);

    return [proc_close($process), $output];
}

[$status, $probe] = output_of([__DIR__ . '/build-probe.sh', $paths[1] . '/probe']);
if ($status !== 0) {
    fwrite(STDERR, "the yardsticks could not be built\n");
    exit(1);
}

$sharedDirectory = '/dev/shm/bloom-bench-' . bin2hex(random_bytes(6));
mkdir($sharedDirectory, 0700);
register_shutdown_function(static function () use ($sharedDirectory): void {
    array_map(unlink(...), glob("$sharedDirectory/*") ?: []);
    rmdir($sharedDirectory);
});

$php = [PHP_BINARY, '-d', 'memory_limit=-1', '-d', "extension=$bloom", '-d', "bloom.shm_dir=$sharedDirectory"];
$commands = [
    'methods' => [...$php, '-d', 'extension=' . trim($probe), __DIR__ . '/methods.php', ...$options],
    'shared' => [...$php, __DIR__ . '/shared.php', ...$options],
    'kinds' => [...$php, __DIR__ . '/kinds.php', ...$options],
    'alternatives' => [
        ...$php, '-d', 'apc.enable_cli=1', '-d', 'apc.shm_size=1024M', '-d', 'apc.entries_hint=1000000',
        __DIR__ . '/alternatives.php', ...$options,
    ],
];
$wantsJson = in_array('--json', $options, true);
$reports = [];
foreach ($commands as $name => $command) {
    [$status, $output] = output_of($command);
    if ($status !== 0) {
        fwrite(STDERR, "$name.php failed\n$output");
        exit(1);
    }
    if ($wantsJson) {
        $reports[$name] = json_decode($output, true, 64, JSON_THROW_ON_ERROR);
    } else {
        echo $output, "\n";
    }
}
if ($wantsJson) {
    echo json_encode($reports, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR), "\n";
}
