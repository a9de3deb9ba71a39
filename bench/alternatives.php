<?php

declare(strict_types=1);

/*
 * The extension against what one would use instead: an array and isset(), APCu, Redis, a filter in plain PHP.
 *
 * php -d extension=bloom.so [-d extension=apcu -d apc.enable_cli=1 ...] bench/alternatives.php [--items=1000000] [--rounds=N] [--json]
 *
 * Items are UUIDs. Each round asks for the same ids in random order, as newly made strings, because an id that
 * arrives with a request has no cached hash either (isset() is measured both ways). Memory is what holding the items adds: to PHP, to
 * APCu's segment, to the Redis server.
 */

namespace Bloom\Bench;

use BloomFilter;

require __DIR__ . '/support.php';
require __DIR__ . '/userland.php';
require __DIR__ . '/redis.php';

const ID_BYTES = 36;
const LOOKUPS = 200_000;
const REDIS_LOOKUPS = 20_000;
const REDIS_BATCH = 1_000;

function uuid(string $name): string
{
    $hex = hash('xxh128', $name);

    return implode('-', [substr($hex, 0, 8), substr($hex, 8, 4), substr($hex, 12, 4), substr($hex, 16, 4), substr($hex, 20)]);
}

/** Ids one after another in one string: cheap to hold, and cut into new strings for each round. */
function id_text(string $prefix, int $count, int $step = 1): string
{
    $text = '';
    for ($i = 0; $i < $count; $i++) {
        $text .= uuid($prefix . $i * $step);
    }

    return $text;
}

/**
 * One row of the report.
 *
 * @param \Closure(list<string>): mixed $ask walks the ids and asks for each
 * @param array<int, string> $texts absent and present ids
 * @param bool $newStrings false: the same strings in every round
 * @return array{name: string, absent: float, present: float, bytes: int}
 */
function contender(string $name, int $rounds, int $bytes, array $texts, \Closure $ask, bool $newStrings = true): array
{
    $ids = [];
    $times = [];
    foreach ($texts as $i => $text) {
        $ids = str_split($text, ID_BYTES);
        $prepare = static function () use (&$ids, $text, $newStrings): void {
            $ids = $newStrings ? str_split($text, ID_BYTES) : $ids;
        };
        $work = static function () use (&$ids, $ask): void {
            $ask($ids);
        };
        $count = intdiv(strlen($text), ID_BYTES);
        $times[$i] = time_per_key($count, $rounds, ['ask' => $work], ['ask' => $prepare])['ask']['fastest'];
    }

    return ['name' => $name, 'absent' => $times[0], 'present' => $times[1], 'bytes' => $bytes];
}

function apcu_used_bytes(): int
{
    /** @var array{num_seg: int, seg_size: float, avail_mem: float} $info */
    $info = apcu_sma_info(true);

    return (int) ($info['num_seg'] * $info['seg_size'] - $info['avail_mem']);
}

/** @param \Closure(string): bool $mightContain */
function measured_rate(\Closure $mightContain, string $absentText): float
{
    $positives = 0;
    foreach (str_split($absentText, ID_BYTES) as $id) {
        $positives += $mightContain($id) ? 1 : 0;
    }

    return $positives / intdiv(strlen($absentText), ID_BYTES);
}

$options = options(1_000_000);
$rounds = $options['rounds'] ?: 5;
$report = ['environment' => environment(), 'unit' => 'ns per id', 'runs' => []];

foreach ($options['items'] as $items) {
    $itemText = id_text('id', $items);
    $sample = min(LOOKUPS, $items);
    $texts = [id_text('other', $sample), id_text('id', $sample, intdiv($items, $sample))];
    $fewTexts = array_map(static fn(string $text): string => substr($text, 0, REDIS_LOOKUPS * ID_BYTES), $texts);
    $rows = [];
    $skipped = [];

    $before = memory_get_usage();
    $filter = new BloomFilter($items);
    $bytes = memory_get_usage() - $before;
    $filter->addMany(str_split($itemText, ID_BYTES));
    $rows[] = contender('BloomFilter, mightContain()', $rounds, $bytes, $texts, static function (array $ids) use ($filter): void {
        foreach ($ids as $id) {
            $answer = $filter->mightContain($id);
        }
    });
    $rows[] = contender('BloomFilter, mightContainMany()', $rounds, $bytes, $texts, $filter->mightContainMany(...));
    $rates = ['BloomFilter' => measured_rate($filter->mightContain(...), $texts[0])];
    unset($filter);

    $before = memory_get_usage();
    $array = [];
    for ($i = 0; $i < $items; $i++) {
        $array[substr($itemText, $i * ID_BYTES, ID_BYTES)] = true;
    }
    $bytes = memory_get_usage() - $before;
    $ask = static function (array $ids) use (&$array): void {
        /** @var string $id */
        foreach ($ids as $id) {
            $answer = isset($array[$id]);
        }
    };
    $rows[] = contender('PHP array, isset()', $rounds, $bytes, $texts, $ask);
    $rows[] = contender('PHP array, isset(), strings used before', $rounds, $bytes, $texts, $ask, false);
    $array = [];

    foreach (['one xxh128, bits in a string' => StringFilter::class, 'md5 per bit, bits in an array' => ArrayFilter::class] as $how => $class) {
        $before = memory_get_usage();
        $userland = new $class($items);
        foreach (str_split($itemText, ID_BYTES) as $id) {
            $userland->add($id);
        }
        unset($id);
        $bytes = memory_get_usage() - $before;
        $rows[] = contender("filter in PHP, $how", max(2, intdiv($rounds, 2)), $bytes, $texts, static function (array $ids) use ($userland): void {
            foreach ($ids as $id) {
                $answer = $userland->mightContain($id);
            }
        });
        $rates["filter in PHP, $how"] = measured_rate($userland->mightContain(...), $texts[0]);
        unset($userland);
    }

    if (function_exists('apcu_enabled') && apcu_enabled()) {
        apcu_clear_cache();
        $before = apcu_used_bytes();
        foreach (str_split($itemText, ID_BYTES) as $id) {
            apcu_store($id, true);
        }
        $bytes = apcu_used_bytes() - $before;
        if (((array) apcu_cache_info(true))['num_entries'] === $items) {
            $rows[] = contender('APCu, apcu_exists()', $rounds, $bytes, $texts, static function (array $ids): void {
                foreach ($ids as $id) {
                    $answer = apcu_exists($id);
                }
            });
        } else {
            $skipped[] = 'APCu: apc.shm_size is too small for all items';
        }
        apcu_clear_cache();
    } else {
        $skipped[] = 'APCu: not loaded, or apc.enable_cli is off';
    }

    $server = RedisServer::start();
    if ($server !== null) {
        $client = $server->client;
        $before = $server->usedBytes();
        for ($i = 0; $i < $items; $i += REDIS_BATCH) {
            $client->sAdd('ids', ...str_split(substr($itemText, $i * ID_BYTES, REDIS_BATCH * ID_BYTES), ID_BYTES));
        }
        $bytes = $server->usedBytes() - $before;
        $rows[] = contender('Redis set, SISMEMBER', $rounds, $bytes, $fewTexts, static function (array $ids) use ($client): void {
            foreach ($ids as $id) {
                $answer = $client->sIsMember('ids', $id);
            }
        });
        $rows[] = contender('Redis set, SMISMEMBER of ' . number_format(REDIS_BATCH), $rounds, $bytes, $texts, static function (array $ids) use ($client): void {
            foreach (array_chunk($ids, REDIS_BATCH) as $chunk) {
                $answers = $client->sMisMember('ids', ...$chunk);
            }
        });
        $client->flushAll();
        $before = $server->usedBytes();
        for ($i = 0; $i < $items; $i += REDIS_BATCH) {
            $client->mSet(array_fill_keys(str_split(substr($itemText, $i * ID_BYTES, REDIS_BATCH * ID_BYTES), ID_BYTES), '1'));
        }
        $bytes = $server->usedBytes() - $before;
        $rows[] = contender('Redis keys, GET', $rounds, $bytes, $fewTexts, static function (array $ids) use ($client): void {
            foreach ($ids as $id) {
                $answer = $client->get($id);
            }
        });
        unset($client, $server);
    } else {
        $skipped[] = 'Redis: redis-server or the redis extension is missing';
    }

    $report['runs'][] = ['items' => $items, 'rounds' => $rounds, 'rows' => $rows, 'measured_rates' => $rates, 'skipped' => $skipped];
}

if ($options['json']) {
    print_json($report);
    exit(0);
}

echo environment_line();
foreach ($report['runs'] as $run) {
    printf("\n%s ids of %d bytes; ns per lookup, fastest of %d rounds\n", number_format($run['items']), ID_BYTES, $run['rounds']);
    $first = $run['rows'][0];
    $table = [['', 'absent', 'present', 'times', 'memory', 'times']];
    foreach ($run['rows'] as $row) {
        $table[] = [
            $row['name'],
            number_format($row['absent']),
            number_format($row['present']),
            sprintf('%.1f', ($row['absent'] + $row['present']) / ($first['absent'] + $first['present'])),
            bytes_text($row['bytes']),
            sprintf('%.1f', $row['bytes'] / $first['bytes']),
        ];
    }
    print_table($table);
    foreach ($run['measured_rates'] as $name => $rate) {
        printf("measured false-positive rate, 1 %% asked: %s %.2f %%\n", $name, 100 * $rate);
    }
    foreach ($run['skipped'] as $reason) {
        echo "not measured, $reason\n";
    }
}
