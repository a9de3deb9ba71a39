<?php

declare(strict_types=1);

/*
 * Runs the examples of the documentation; README.md beside this file has the conventions.
 *
 * php tests/docs/run.php BLOOM_SO [FILE.md ...]
 */

namespace Bloom\Tests\Docs;

require __DIR__ . '/markdown.php';
require __DIR__ . '/checks.php';

$extension = realpath($argv[1] ?? '');
if ($extension === false) {
    fwrite(STDERR, "usage: php tests/docs/run.php BLOOM_SO [FILE.md ...]\n");
    exit(2);
}
$root = dirname(__DIR__, 2);
$isPartial = $argc > 2;
$files = $isPartial
    ? array_map(static fn(string $file): string => (string) realpath($file), array_slice($argv, 2))
    : [$root . '/README.md', ...markdown_files($root . '/docs')];

$passed = 0;
$failures = [];
$record = static function (string $subject, ?string $failure) use (&$passed, &$failures): void {
    if ($failure === null) {
        $passed++;
    } else {
        $failures[] = "$subject: $failure";
    }
};
$notRun = [];
$synopses = [];

foreach ($files as $file) {
    $name = str_replace($root . '/', '', $file);
    $chain = [];
    foreach (php_blocks((string) file_get_contents($file)) as $block) {
        $subject = "$name:{$block->line}";
        if ($block->kind === BlockKind::Synopsis) {
            foreach (explode("\n", trim($block->code)) as $line) {
                $synopses[] = [$subject, $line];
            }
        } elseif ($block->kind === BlockKind::NotRun) {
            $notRun[] = "$subject: {$block->reason}";
        } elseif ($block->kind === BlockKind::Unknown) {
            $record($subject, "unknown words after ```php: {$block->reason}");
        } else {
            $chain = $block->kind === BlockKind::Continues ? [...$chain, $block] : [$block];
            $record($subject, run_chain($extension, $chain));
        }
    }
}
if ($passed === 0) {
    $failures[] = 'no example was found';
}

foreach (reflect($extension, array_column($synopses, 1)) as $i => $failure) {
    $record($synopses[$i][0], $failure);
}
if (!$isPartial) {
    $record('tests/docs/drop_in/program.php', drop_in($extension));
    foreach (undocumented($root . '/stubs/bloom.stub.php', markdown_files($root . '/docs')) as $name => $failure) {
        $record($name, $failure);
    }
    foreach (markdown_files($root) as $file) {
        foreach (links($file) as $line => $failure) {
            $record(str_replace($root . '/', '', $file) . ":$line", $failure);
        }
    }
}

foreach ($notRun as $reason) {
    echo "not run  $reason\n";
}
foreach ($failures as $failure) {
    echo "FAILED   $failure\n";
}
printf("docs: %d passed, %d failed\n", $passed, count($failures));
exit($failures === [] ? 0 : 1);
