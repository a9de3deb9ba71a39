<?php

declare(strict_types=1);

/*
 * What a lookup costs beyond calling a method at all, and a batch against a loop.
 *
 * php -d extension=bloom.so -d extension=bloom_probe.so bench/methods.php [--items=100000,1000000] [--rounds=N] [--json]
 *
 * Keys are 38 bytes long and lie in memory in the order in which they are asked for, as a key that has just
 * arrived is in the processor's cache; their places in the filter are random.
 */

namespace Bloom\Bench;

use BloomFilter;
use BloomProbe;
use Bloom\SharedMemory;

require __DIR__ . '/support.php';

foreach (['bloom', 'bloom_probe'] as $extension) {
    if (!extension_loaded($extension)) {
        fwrite(STDERR, "methods.php needs the extension $extension; bench/run.php builds and loads all\n");
        exit(2);
    }
}

/** @param array{fastest: float, median: float} $time */
function nanoseconds(array $time): string
{
    return sprintf('%.1f', $time['fastest']);
}

/**
 * @param list<string> $keys
 * @return array<string, array{fastest: float, median: float}>
 */
function lookup_times(BloomFilter $filter, BloomFilter $shared, BloomProbe $probe, array $keys, int $rounds): array
{
    return time_per_key(count($keys), $rounds, [
        'nothing' => static function () use ($probe, $keys): void {
            foreach ($keys as $key) {
                $probe->nothing($key);
            }
        },
        'hashes' => static function () use ($probe, $keys): void {
            foreach ($keys as $key) {
                $probe->hashes($key);
            }
        },
        'hashes_and_loads' => static function () use ($probe, $keys): void {
            foreach ($keys as $key) {
                $probe->hashesAndLoads($key);
            }
        },
        'portable' => static function () use ($probe, $keys): void {
            foreach ($keys as $key) {
                $probe->portable($key);
            }
        },
        'might_contain' => static function () use ($filter, $keys): void {
            foreach ($keys as $key) {
                $filter->mightContain($key);
            }
        },
        'might_contain_shared' => static function () use ($shared, $keys): void {
            foreach ($keys as $key) {
                $shared->mightContain($key);
            }
        },
        'loop_into_array' => static function () use ($filter, $keys): void {
            $answers = [];
            foreach ($keys as $i => $key) {
                $answers[$i] = $filter->mightContain($key);
            }
        },
        'might_contain_many' => static function () use ($filter, $keys): void {
            $answers = $filter->mightContainMany($keys);
        },
        'might_contain_many_shared' => static function () use ($shared, $keys): void {
            $answers = $shared->mightContainMany($keys);
        },
    ]);
}

/**
 * @param list<string> $keys
 * @return array<string, array{fastest: float, median: float}>
 */
function add_times(array $keys, int $rounds): array
{
    $filter = new BloomFilter(count($keys));
    $empty = static function () use (&$filter): void {
        $filter->clear();
    };
    $add = static function () use (&$filter, $keys): void {
        foreach ($keys as $key) {
            $filter->add($key);
        }
    };
    $addMany = static function () use (&$filter, $keys): void {
        $filter->addMany($keys);
    };

    return time_per_key(
        count($keys),
        $rounds,
        ['add' => $add, 'add_again' => $add, 'add_many' => $addMany],
        ['add' => $empty, 'add_again' => $addMany, 'add_many' => $empty],
    );
}

/**
 * @param array<string, array{fastest: float, median: float}> $times of lookup_times()
 * @return array{fastest: float, median: float}
 */
function ratio(array $times, string $part, string $whole): array
{
    return [
        'fastest' => $times[$part]['fastest'] / $times[$whole]['fastest'],
        'median' => $times[$part]['median'] / $times[$whole]['median'],
    ];
}

$options = options(100_000, 1_000_000);
$runs = [];

foreach ($options['items'] as $items) {
    $rounds = $options['rounds'] ?: max(7, intdiv(20_000_000, $items));
    $present = numbered_keys('user-token-', $items);
    $absent = numbered_keys('user-other-', $items);
    $filter = new BloomFilter($items);
    $filter->addMany($present);
    $probe = new BloomProbe($filter->export());
    $name = "benchmark-$items";
    $shared = BloomFilter::shared($name, $items, 0.01, static function (BloomFilter $shared) use ($present): void {
        $shared->addMany($present);
    });

    $runs[] = [
        'items' => $items,
        'rounds' => $rounds,
        'filter_bytes' => BloomFilter::plan($items)['bytes'],
        'absent' => lookup_times($filter, $shared, $probe, $absent, $rounds),
        'present' => lookup_times($filter, $shared, $probe, $present, $rounds),
        'add' => add_times($present, max(5, intdiv($rounds, 4))),
    ];
    SharedMemory::drop($name);
}

if ($options['json']) {
    print_json(['environment' => environment(), 'unit' => 'ns per key', 'runs' => $runs]);
    exit(0);
}

echo environment_line();
foreach ($runs as $run) {
    printf(
        "\n%s items at 1 %%, %s; ns per key, fastest of %d interleaved rounds\n",
        number_format($run['items']),
        bytes_text($run['filter_bytes']),
        $run['rounds'],
    );
    $labels = [
        'nothing' => 'a method that does nothing',
        'hashes' => '... that hashes its argument',
        'hashes_and_loads' => '... and loads one word of its block',
        'portable' => '... and looks up, without AVX2',
        'might_contain' => 'mightContain()',
        'might_contain_shared' => 'mightContain() of a shared filter',
        'loop_into_array' => 'mightContain() in a loop, answers in an array',
        'might_contain_many' => 'mightContainMany()',
        'might_contain_many_shared' => 'mightContainMany() of a shared filter',
    ];
    $rows = [['', 'absent', 'present']];
    foreach ($labels as $name => $label) {
        $rows[] = [$label, nanoseconds($run['absent'][$name]), nanoseconds($run['present'][$name])];
    }
    $rows[] = ['add(), new items', '', nanoseconds($run['add']['add'])];
    $rows[] = ['add(), items that are there', '', nanoseconds($run['add']['add_again'])];
    $rows[] = ['addMany(), new items', '', nanoseconds($run['add']['add_many'])];
    print_table($rows);

    $isSmall = $run['items'] <= 100_000; // fits the processor's cache
    $goals = [
        ['mightContain() / hashing' . ($isSmall ? '' : ' and loading'), 'might_contain', $isSmall ? 'hashes' : 'hashes_and_loads', 1.25],
        ['mightContain() of a shared filter / of a private one', 'might_contain_shared', 'might_contain', 1.1],
        ['mightContainMany() / loop into an array', 'might_contain_many', 'loop_into_array', 0.5],
        ['mightContainMany() of a shared filter / of a private one', 'might_contain_many_shared', 'might_contain_many', 1.1],
    ];
    foreach ($goals as [$name, $part, $whole, $goal]) {
        $absent = ratio($run['absent'], $part, $whole);
        $present = ratio($run['present'], $part, $whole);
        printf(
            "%s: absent %.2f, present %.2f (of medians %.2f, %.2f); goal %.2f %s\n",
            $name,
            $absent['fastest'],
            $present['fastest'],
            $absent['median'],
            $present['median'],
            $goal,
            max($absent['fastest'], $present['fastest']) <= $goal ? 'met' : 'missed',
        );
    }
}
