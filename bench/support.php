<?php

declare(strict_types=1);

namespace Bloom\Bench;

/**
 * What the benchmarks share: options, keys, timing, tables.
 *
 * Timing: every contender walks the same keys in a loop of its own. Rounds are interleaved: each contender once per
 * round, in an order that is drawn anew. The fastest round of each counts, since everything else that a machine does can
 * only add time; the median is there to see whether that was a lucky moment.
 */

/** @return array{items: list<int>, rounds: int, json: bool} */
function options(int ...$items): array
{
    $given = getopt('', ['items:', 'rounds:', 'json']);
    $text = static fn(string $name): string => is_string($given[$name] ?? null) ? $given[$name] : '';
    if ($text('items') !== '') {
        $items = array_map(intval(...), explode(',', $text('items')));
    }

    return [
        'items' => array_values(array_filter($items, static fn(int $count): bool => $count > 0)),
        'rounds' => (int) $text('rounds'),
        'json' => isset($given['json']),
    ];
}

/** @return list<string> 38 bytes each, one after the other in memory */
function numbered_keys(string $prefix, int $count): array
{
    $keys = [];
    for ($i = 0; $i < $count; $i++) {
        $keys[] = $prefix . str_pad((string) $i, 38 - strlen($prefix), '0', STR_PAD_LEFT);
    }

    return $keys;
}

/**
 * @param array<string, \Closure(): void> $contenders each works through $keyCount keys
 * @param array<string, \Closure(): void> $preparations run before each round of the contender of that name, not timed
 * @return array<string, array{fastest: float, median: float}> nanoseconds per key
 */
function time_per_key(int $keyCount, int $rounds, array $contenders, array $preparations = []): array
{
    $names = array_keys($contenders);
    $times = array_fill_keys($names, []);
    mt_srand(1);
    for ($round = 0; $round < $rounds; $round++) {
        shuffle($names);
        foreach ($names as $name) {
            ($preparations[$name] ?? static function (): void {})();
            $work = $contenders[$name];
            $start = hrtime(true);
            $work();
            $times[$name][] = (hrtime(true) - $start) / $keyCount;
        }
    }

    return array_map(fastest_and_median(...), $times);
}

/**
 * @param non-empty-list<float> $times
 * @return array{fastest: float, median: float}
 */
function fastest_and_median(array $times): array
{
    sort($times);

    return ['fastest' => $times[0], 'median' => $times[intdiv(count($times), 2)]];
}

/** @return array<string, string> what a reader must know to place the figures */
function environment(): array
{
    $processor = php_uname('m');
    $details = @file_get_contents('/proc/cpuinfo');
    if (is_string($details) && preg_match('/^model name\s*:\s*(.+)$/m', $details, $match) === 1) {
        $processor = $match[1];
    }
    ob_start();
    (new \ReflectionExtension('bloom'))->info();
    $lookups = preg_match('/^Lookups => (\S+)/m', (string) ob_get_clean(), $match) === 1 ? $match[1] : 'unknown';

    return [
        'php' => PHP_VERSION,
        'bloom' => (string) phpversion('bloom'),
        'lookups' => $lookups,
        'processor' => $processor,
    ];
}

function environment_line(): string
{
    $environment = environment();

    return sprintf(
        "PHP %s, bloom %s (%s lookups), %s\n",
        $environment['php'],
        $environment['bloom'],
        $environment['lookups'],
        $environment['processor'],
    );
}

/** @param list<list<string>> $rows the first is the heading; the first column is text, the others numbers */
function print_table(array $rows): void
{
    $widths = [];
    foreach ($rows as $row) {
        foreach ($row as $column => $text) {
            $widths[$column] = max($widths[$column] ?? 0, strlen($text));
        }
    }
    foreach ($rows as $row) {
        $line = '';
        foreach ($row as $column => $text) {
            $line .= $column === 0 ? str_pad($text, $widths[$column]) : '  ' . str_pad($text, $widths[$column], ' ', STR_PAD_LEFT);
        }
        echo rtrim($line), "\n";
    }
}

/** @param array<mixed> $data */
function print_json(array $data): void
{
    echo json_encode($data, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR), "\n";
}

function bytes_text(float $bytes): string
{
    return $bytes < 1e6 ? sprintf('%.0f kB', $bytes / 1e3) : sprintf($bytes < 1e7 ? '%.1f MB' : '%.0f MB', $bytes / 1e6);
}
