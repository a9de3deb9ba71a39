<?php

declare(strict_types=1);

/*
 * What a filter costs that many processes share: attach() in a warm process against stat(), and how lookups and adds per
 * second grow when a second process (and a third, up to the number of processors) does the same work beside the first.
 *
 * php -d extension=bloom.so bench/shared.php [--items=1000000] [--rounds=N] [--json]
 */

namespace Bloom\Bench;

use BloomFilter;
use Bloom\SharedMemory;

require __DIR__ . '/support.php';

if (!extension_loaded('bloom')) {
    fwrite(STDERR, "shared.php needs the extension bloom; bench/run.php builds and loads it\n");
    exit(2);
}

const SHARED_NAME = 'benchmark-shared';

/** @return array<string, array{fastest: float, median: float}> nanoseconds per call */
function attach_times(int $rounds): array
{
    $path = BloomFilter::attach(SHARED_NAME)->info()['path'];
    $calls = 10_000;

    return time_per_key($calls, $rounds, [
        'stat' => static function () use ($path, $calls): void {
            for ($i = 0; $i < $calls; $i++) {
                clearstatcache();
                stat($path);
            }
        },
        'attach' => static function () use ($calls): void {
            for ($i = 0; $i < $calls; $i++) {
                BloomFilter::attach(SHARED_NAME);
            }
        },
    ]);
}

/**
 * Runs the work in so many processes at once.
 *
 * @param \Closure(int): list<string> $keysOf makes the keys of a process, by its number; not timed: those of a
 *     parent would be copied page by page, for their reference counts
 * @param \Closure(list<string>): void $work
 * @return array{wall: float, cpu: float} nanoseconds from the first one's start to the last one's end, and of processor
 *     time of one process on average: what others do on the machine adds to the former
 */
function times_in_processes(int $processes, \Closure $keysOf, \Closure $work): array
{
    $ready = [];
    $go = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, STREAM_IPPROTO_IP);
    for ($number = 0; $number < $processes; $number++) {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, STREAM_IPPROTO_IP);
        if (pcntl_fork() === 0) {
            fclose($go[1]);
            $keys = $keysOf($number);
            fwrite($pair[1], "ready\n");
            fgets($go[0]); // until the parent closes its end
            $cpu = processor_nanoseconds();
            $start = hrtime(true);
            $work($keys);
            fwrite($pair[1], json_encode([$start, hrtime(true), processor_nanoseconds() - $cpu]) . "\n");
            exit(0);
        }
        fgets($pair[0]);
        $ready[] = $pair[0];
    }
    fclose($go[1]);
    $times = array_map(static fn($stream): array => json_decode((string) fgets($stream), true, 2, JSON_THROW_ON_ERROR), $ready);
    while (pcntl_wait($status) > 0);

    return [
        'wall' => max(array_column($times, 1)) - min(array_column($times, 0)),
        'cpu' => array_sum(array_column($times, 2)) / $processes,
    ];
}

function processor_nanoseconds(): float
{
    $usage = (array) getrusage();

    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e9 + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1e3;
}

/** @return list<int> numbers of processes to try */
function process_counts(): array
{
    $processors = preg_match_all('/^processor\s*:/m', (string) @file_get_contents('/proc/cpuinfo'));

    return array_values(array_unique([1, 2, max(1, (int) $processors)]));
}

/**
 * Nanoseconds per call of one process, by work, number of processes, and clock (wall or cpu).
 *
 * @return array<string, array<int, array<string, array{fastest: float, median: float}>>>
 */
function process_times(int $items, int $rounds): array
{
    $counts = process_counts();
    $ask = static function (array $keys): void {
        $filter = BloomFilter::attach(SHARED_NAME);
        foreach ($keys as $key) {
            $filter->mightContain($key);
        }
    };
    $add = static function (array $keys): void {
        $filter = BloomFilter::attach(SHARED_NAME);
        foreach ($keys as $key) {
            $filter->add($key);
        }
    };
    $works = [
        'lookups' => [static fn(): array => numbered_keys('user-other-', $items), $ask],
        'adds of new items' => [static fn(int $number): array => numbered_keys("writer-$number-", $items), $add],
        'adds of items that are there' => [static fn(): array => numbered_keys('user-token-', $items), $add],
    ];
    $times = [];
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($works as $name => [$keysOf, $work]) {
            foreach ($counts as $count) {
                SharedMemory::drop(SHARED_NAME);
                BloomFilter::shared(SHARED_NAME, $items * (1 + max($counts)), 0.01, null)->addMany(numbered_keys('user-token-', $items));
                foreach (times_in_processes($count, $keysOf, $work) as $clock => $time) {
                    $times[$name][$count][$clock][] = $time / $items;
                }
            }
        }
    }

    foreach ($times as &$byCount) {
        foreach ($byCount as &$byClock) {
            $byClock = array_map(fastest_and_median(...), $byClock);
        }
        unset($byClock);
    }

    return $times;
}

$options = options(1_000_000);
$runs = [];
foreach ($options['items'] as $items) {
    $rounds = $options['rounds'] ?: 7;
    BloomFilter::shared(SHARED_NAME, $items, 0.01, null);
    $runs[] = [
        'items' => $items,
        'rounds' => $rounds,
        'attach' => attach_times($rounds * 3),
        'processes' => function_exists('pcntl_fork') ? process_times($items, $rounds) : null,
    ];
    SharedMemory::drop(SHARED_NAME);
}

if ($options['json']) {
    print_json(['environment' => environment(), 'unit' => 'ns per call', 'runs' => $runs]);
    exit(0);
}

echo environment_line();
foreach ($runs as $run) {
    ['stat' => $stat, 'attach' => $attach] = $run['attach'];
    printf(
        "\nattach() in a warm process %.0f ns, stat() of the file %.0f ns: %.2f times (of medians %.2f); goal 3 %s\n",
        $attach['fastest'],
        $stat['fastest'],
        $attach['fastest'] / $stat['fastest'],
        $attach['median'] / $stat['median'],
        $attach['fastest'] <= 3 * $stat['fastest'] ? 'met' : 'missed',
    );
    if ($run['processes'] === null) {
        echo "not measured without pcntl: processes side by side\n";
        continue;
    }
    printf(
        "\n%s calls in each process on one shared filter; ns per call and process, fastest of %d rounds; calls per second, times those of one process\n",
        number_format($run['items']),
        $run['rounds'],
    );
    $rows = [['', 'processes', 'wall', 'calls/s', 'processor', 'calls/s']];
    foreach ($run['processes'] as $name => $byCount) {
        foreach ($byCount as $count => $byClock) {
            $row = [$name, (string) $count];
            foreach ($byClock as $clock => $time) {
                $row[] = sprintf('%.1f', $time['fastest']);
                $row[] = sprintf('x %.2f', $count * $byCount[1][$clock]['fastest'] / $time['fastest']);
            }
            $rows[] = $row;
        }
    }
    print_table($rows);
    echo "processor: as if no other process wanted a processor\n";
}
