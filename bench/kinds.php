<?php

declare(strict_types=1);

/*
 * What each kind of filter costs: memory, delivered rate and time per operation, next to the plain filter.
 *
 * php -d extension=bloom.so bench/kinds.php [--items=100000,1000000] [--rounds=N] [--json]
 *
 * Every kind is made for n items at 1 % and gets n. Each round makes its filters anew, adds all items, asks for absent
 * and for present ones, and removes all where the kind can; then a third of the items are added to an empty
 * filter, and added once more, which is the figure for items that are there. (A cuckoo filter has no room for all
 * of them twice.)
 */

namespace Bloom\Bench;

use Bloom\CountingFilter;
use Bloom\CuckooFilter;
use Bloom\DeletableFilter;
use Bloom\MembershipFilter;
use Bloom\RotatingFilter;
use Bloom\ScalableFilter;
use Bloom\SharedMemory;
use BloomFilter;

require __DIR__ . '/support.php';

if (!extension_loaded('bloom')) {
    fwrite(STDERR, "kinds.php needs the extension bloom; bench/run.php builds and loads it\n");
    exit(2);
}

const RATE = 0.01;
/** Keys between two looks at the clock: some 50 microseconds, which are undisturbed even on a busy machine now and then. */
const SLICE = 2000;
const SHARED_NAME = 'benchmark-kinds';

/** Bits per item of the classic filter of that rate. */
function classic_bits(float $rate): float
{
    return -log($rate) / log(2) ** 2;
}

/**
 * How to make each contender, and the bits per item that theory asks for.
 *
 * @return array<string, array{make: \Closure(): MembershipFilter, theory: float}>
 */
function contenders(int $items): array
{
    $tenth = max(1, intdiv($items, 10));
    // layers for n/10, n/5, 2n/5 and 4n/5 items at p/2, p/4, p/8 and p/16
    $layers = 0.0;
    foreach ([1, 2, 4, 8] as $i => $share) {
        $layers += $share / 10 * classic_bits(RATE / 2 ** ($i + 1));
    }
    $drop = static function (): void {
        SharedMemory::drop(SHARED_NAME);
    };

    return [
        'plain' => ['make' => static fn(): BloomFilter => new BloomFilter($items, RATE), 'theory' => classic_bits(RATE)],
        'counting' => ['make' => static fn(): CountingFilter => new CountingFilter($items, RATE), 'theory' => 4 * classic_bits(RATE)],
        'cuckoo' => ['make' => static fn(): CuckooFilter => new CuckooFilter($items, RATE), 'theory' => (log(1 / RATE, 2) + 3) / 0.95],
        'scalable, begun with n' => ['make' => static fn(): ScalableFilter => new ScalableFilter($items, RATE), 'theory' => classic_bits(RATE / 2)],
        'scalable, begun with n/10' => ['make' => static fn(): ScalableFilter => new ScalableFilter($tenth, RATE), 'theory' => $layers],
        'rotating, 4 generations' => ['make' => static fn(): RotatingFilter => new RotatingFilter($items, RATE, 3600, 4), 'theory' => 5 * classic_bits(RATE / 2)],
        'plain, shared' => [
            'make' => static function () use ($items, $drop): BloomFilter {
                $drop();

                return BloomFilter::shared(SHARED_NAME, $items, RATE, null);
            },
            'theory' => classic_bits(RATE),
        ],
        'counting, shared' => [
            'make' => static function () use ($items, $drop): CountingFilter {
                $drop();

                return CountingFilter::shared(SHARED_NAME, $items, RATE, null);
            },
            'theory' => 4 * classic_bits(RATE),
        ],
        'scalable, begun with n, shared' => [
            'make' => static function () use ($items, $drop): ScalableFilter {
                $drop();

                return ScalableFilter::shared(SHARED_NAME, $items, RATE, null);
            },
            'theory' => classic_bits(RATE / 2),
        ],
        'rotating, 4 generations, shared' => [
            'make' => static function () use ($items, $drop): RotatingFilter {
                $drop();

                return RotatingFilter::shared(SHARED_NAME, $items, RATE, 3600, 4, null);
            },
            'theory' => 5 * classic_bits(RATE / 2),
        ],
    ];
}

/**
 * The least times of each slice of the keys, which the callers add up.
 *
 * @param list<list<string>> $slices
 * @param \Closure(MembershipFilter, list<string>): void $work
 * @param array<int, int|float> $least nanoseconds by slice, updated
 */
function time_slices(MembershipFilter $filter, array $slices, \Closure $work, array &$least): void
{
    foreach ($slices as $i => $slice) {
        $start = hrtime(true);
        $work($filter, $slice);
        $least[$i] = min($least[$i] ?? PHP_INT_MAX, hrtime(true) - $start);
    }
}

/**
 * @param list<list<string>> $present
 * @param list<list<string>> $absent
 * @param array<string, array<int, int|float>> $least updated
 * @return array{bits_per_item: float, delivered_rate: float, layers: int}
 */
function run_operations(\Closure $make, array $present, array $absent, array &$least): array
{
    $items = array_sum(array_map(count(...), $present));
    $filter = $make();
    assert($filter instanceof MembershipFilter);
    $add = static function (MembershipFilter $filter, array $keys): void {
        foreach ($keys as $key) {
            $filter->add($key);
        }
    };
    $ask = static function (MembershipFilter $filter, array $keys): void {
        foreach ($keys as $key) {
            $filter->mightContain($key);
        }
    };
    foreach (['add_new', 'absent', 'present', 'add_present'] as $operation) {
        $least[$operation] ??= [];
    }
    time_slices($filter, $present, $add, $least['add_new']);
    time_slices($filter, $absent, $ask, $least['absent']);
    time_slices($filter, $present, $ask, $least['present']);
    $info = $filter->info();
    $positives = 0;
    foreach ($absent as $keys) {
        $positives += count(array_filter($filter->mightContainMany($keys)));
    }
    if ($filter instanceof DeletableFilter) {
        $remove = static function (MembershipFilter $filter, array $keys): void {
            foreach ($keys as $key) {
                $filter->remove($key);
            }
        };
        $least['remove'] ??= [];
        time_slices($filter, $present, $remove, $least['remove']);
    }

    $filter = $make();
    $third = array_slice($present, 0, max(1, intdiv(count($present), 3)));
    foreach ($third as $keys) {
        $filter->addMany($keys);
    }
    time_slices($filter, $third, $add, $least['add_present']);

    return [
        'bits_per_item' => $info['bits'] / $items,
        'delivered_rate' => $positives / $items,
        'layers' => count($info['layers'] ?? [1]),
    ];
}

$options = options(100_000, 1_000_000);
$runs = [];
foreach ($options['items'] as $items) {
    $rounds = $options['rounds'] ?: max(3, intdiv(2_000_000, $items));
    $present = array_chunk(numbered_keys('user-token-', $items), SLICE);
    $absent = array_chunk(numbered_keys('user-other-', $items), SLICE);
    $contenders = contenders($items);
    $results = array_fill_keys(array_keys($contenders), ['least' => []]);
    $names = array_keys($contenders);
    mt_srand(1);
    for ($round = 0; $round < $rounds; $round++) {
        shuffle($names);
        foreach ($names as $name) {
            $results[$name] = ['theory_bits_per_item' => $contenders[$name]['theory']]
                + run_operations($contenders[$name]['make'], $present, $absent, $results[$name]['least'])
                + $results[$name];
        }
    }
    SharedMemory::drop(SHARED_NAME);
    foreach ($results as &$result) {
        foreach ($result['least'] as $operation => $slices) {
            $keys = array_sum(array_map(count(...), array_slice($present, 0, count($slices))));
            $result['nanoseconds'][$operation] = array_sum($slices) / $keys;
        }
        unset($result['least']);
    }
    unset($result);
    $runs[] = ['items' => $items, 'rounds' => $rounds, 'kinds' => $results];
}

if ($options['json']) {
    print_json(['environment' => environment(), 'unit' => 'ns per key', 'runs' => $runs]);
    exit(0);
}

echo environment_line();
foreach ($runs as $run) {
    printf("\n%s items at 1 %%; ns per call, in brackets times the plain filter's; least of %d interleaved rounds\n", number_format($run['items']), $run['rounds']);
    $plain = $run['kinds']['plain'];
    $rows = [['', 'bits/item', '/ theory', '/ plain', 'rate / p', 'add, new', 'add, present', 'absent', 'present', 'remove']];
    foreach ($run['kinds'] as $name => $result) {
        $row = [
            $name . ($result['layers'] > 1 ? " ({$result['layers']} layers)" : ''),
            sprintf('%.1f', $result['bits_per_item']),
            sprintf('%.2f', $result['bits_per_item'] / $result['theory_bits_per_item']),
            sprintf('%.2f', $result['bits_per_item'] / $plain['bits_per_item']),
            sprintf('%.2f', $result['delivered_rate'] / RATE),
        ];
        foreach (['add_new', 'add_present', 'absent', 'present', 'remove'] as $operation) {
            $time = $result['nanoseconds'][$operation] ?? null;
            $base = $plain['nanoseconds'][$operation] ?? null;
            $row[] = $time === null ? '' : sprintf('%.0f', $time) . ($base === null ? '' : sprintf(' (%.1f)', $time / $base));
        }
        $rows[] = $row;
    }
    print_table($rows);
}
