<?php

declare(strict_types=1);

/*
 * One process: what a million revoked tokens cost in a filter, in an array, and in filters written in PHP.
 *
 * php -d extension=bloom.so demo/memory.php       (./dev demo does it all)
 *
 * Ends with status 1 if a revoked token is not found, or the rate is not the one asked for.
 */

namespace Bloom\Demo;

use BloomFilter;
use Bloom\Bench\ArrayFilter;
use Bloom\Bench\StringFilter;

require __DIR__ . '/../bench/userland.php';

if (!extension_loaded('bloom')) {
    fwrite(STDERR, "The extension is not loaded: run ./dev demo, or php -d extension=path/to/bloom.so demo/demo.php\n");
    exit(2);
}
ini_set('memory_limit', '-1'); // for the array and the filter in plain PHP, not for ours

const REVOKED = 1_000_000;
const PROBES = 1_000_000;
const RATE = 0.01;
const TIMED = 100_000;
const ID_BYTES = 36;

/** Token ids (the claim jti) as issuers make them: UUIDs. One text, from which strings are cut anew for each use. */
function token_ids(string $issuer, int $count): string
{
    $text = '';
    for ($i = 0; $i < $count; $i++) {
        $hex = hash('xxh128', "$issuer $i");
        $text .= implode('-', [substr($hex, 0, 8), substr($hex, 8, 4), substr($hex, 12, 4), substr($hex, 16, 4), substr($hex, 20)]);
    }

    return $text;
}

/**
 * @param \Closure(list<string>): mixed $ask walks the ids and asks for each
 * @return float nanoseconds per id, the fastest of five rounds on new strings
 */
function time_lookups(string $idText, \Closure $ask): float
{
    $fastest = INF;
    for ($round = 0; $round < 5; $round++) {
        $ids = str_split($idText, ID_BYTES);
        $start = hrtime(true);
        $ask($ids);
        $fastest = min($fastest, (hrtime(true) - $start) / count($ids));
    }

    return $fastest;
}

function megabytes(int $bytes): string
{
    return sprintf($bytes < 10_000_000 ? '%.1f MB' : '%.0f MB', $bytes / 1e6);
}

function heading(string $text): void
{
    echo "\n", $text, "\n", str_repeat('-', strlen($text)), "\n";
}

function line(string $label, int|string $value, string $remark = ''): void
{
    $text = is_string($value) ? $value : number_format($value);
    printf("  %-46s %s\n", $label, rtrim(sprintf('%12s  %s', $text, $remark)));
}

$failures = [];
$check = static function (bool $holds, string $promise) use (&$failures): void {
    echo $holds ? '  ok      ' : '  FAILED  ', $promise, "\n";
    if (!$holds) {
        $failures[] = $promise;
    }
};

printf("bloom %s on PHP %s\n", (string) phpversion('bloom'), PHP_VERSION);
printf("%s access tokens have been revoked; every request must know whether its token is one of them.\n", number_format(REVOKED));

$revokedText = token_ids('revoked', REVOKED);
$validText = token_ids('valid', PROBES);

heading('Load');
$before = memory_get_usage();
$revoked = new BloomFilter(expectedItems: REVOKED, falsePositiveRate: RATE);
$filterBytes = memory_get_usage() - $before;
$tokens = str_split($revokedText, ID_BYTES);
$start = hrtime(true);
$revoked->addMany($tokens);
$milliseconds = (hrtime(true) - $start) / 1e6;
line('token ids added by addMany()', REVOKED, sprintf('in %.0f ms', $milliseconds));
line('count() estimates', count($revoked));

heading('Ask');
$valid = substr($validText, 0, ID_BYTES);
foreach (['revoked' => $tokens[0], 'valid' => $valid] as $kind => $token) {
    $answer = $revoked->mightContain($token);
    printf(
        "  mightContain('%s')  %-5s  %s\n",
        $token,
        var_export($answer, true),
        $answer ? 'might be revoked: ask the database' : 'certainly not revoked: go ahead',
    );
}

heading('Errors of both kinds, counted');
$missed = 0;
foreach ($tokens as $token) {
    $missed += $revoked->mightContain($token) ? 0 : 1;
}
unset($tokens);
$falsePositives = array_sum($revoked->mightContainMany(str_split($validText, ID_BYTES)));
$measured = $falsePositives / PROBES;
$error = 2 * sqrt($measured * (1 - $measured) / PROBES);
/** @var float $estimated */
$estimated = $revoked->info()['estimated_false_positive_rate'];

line('revoked tokens not found', $missed, 'of ' . number_format(REVOKED));
line('valid tokens that the database is asked for', $falsePositives, 'of ' . number_format(PROBES));
line('false-positive rate asked for', sprintf('%.3f %%', 100 * RATE));
line('measured', sprintf('%.3f %%', 100 * $measured), sprintf('+- %.3f (two standard errors)', 100 * $error));
line('info() says, from the bits that are set', sprintf('%.3f %%', 100 * $estimated));

heading('Against what else one could do');
$validTimed = substr($validText, 0, TIMED * ID_BYTES);
$revokedTimed = '';
for ($i = 0; $i < TIMED; $i++) { // from all over the set, not in the order in which it was loaded
    $revokedTimed .= substr($revokedText, ($i * 7919 % REVOKED) * ID_BYTES, ID_BYTES);
}

/** @var list<array{string, int, float, float}> $rows name, bytes, ns for valid and revoked tokens */
$rows = [];
$measure = static function (string $name, int $bytes, \Closure $ask) use (&$rows, $validTimed, $revokedTimed): void {
    $rows[] = [$name, $bytes, time_lookups($validTimed, $ask), time_lookups($revokedTimed, $ask)];
};

$measure('BloomFilter', $filterBytes, static function (array $ids) use ($revoked): void {
    /** @var string $id */
    foreach ($ids as $id) {
        $answer = $revoked->mightContain($id);
    }
});
$measure('BloomFilter, mightContainMany()', $filterBytes, $revoked->mightContainMany(...));

$before = memory_get_usage();
$array = [];
for ($i = 0; $i < REVOKED; $i++) {
    $array[substr($revokedText, $i * ID_BYTES, ID_BYTES)] = true;
}
$ask = static function (array $ids) use (&$array): void {
    /** @var string $id */
    foreach ($ids as $id) {
        $answer = isset($array[$id]);
    }
};
$measure('array of the ids, isset()', memory_get_usage() - $before, $ask);
$array = [];

foreach (['filter in PHP, bits in a string' => StringFilter::class, 'filter in PHP, md5 and an array' => ArrayFilter::class] as $name => $class) {
    $before = memory_get_usage();
    $userland = new $class(REVOKED, RATE);
    for ($i = 0; $i < REVOKED; $i++) {
        $userland->add(substr($revokedText, $i * ID_BYTES, ID_BYTES));
    }
    $measure($name, memory_get_usage() - $before, static function (array $ids) use ($userland): void {
        /** @var string $id */
        foreach ($ids as $id) {
            $answer = $userland->mightContain($id);
        }
    });
    unset($userland);
}

printf("  %-33s %9s %7s   %13s %14s %7s\n", '', 'memory', 'times', 'valid token', 'revoked token', 'times');
[, $leastBytes, $leastAbsent, $leastPresent] = $rows[0];
foreach ($rows as [$name, $bytes, $absent, $present]) {
    printf(
        "  %-33s %9s %7.1f   %10s ns %11s ns %7.1f\n",
        $name,
        megabytes($bytes),
        $bytes / $leastBytes,
        number_format($absent),
        number_format($present),
        ($absent + $present) / ($leastAbsent + $leastPresent),
    );
}
echo "\n  Times are per lookup, the loop included, on this machine at this moment: trust the ratios.\n";

heading('Promises');
$check($missed === 0, 'every revoked token is found');
$check($measured - $error <= 1.05 * RATE, sprintf('the measured rate is at most 1.05 times the %g %% asked for (within its error)', 100 * RATE));
$check(abs(count($revoked) - REVOKED) < 0.01 * REVOKED, 'count() is within 1 % of the truth');
$check($filterBytes < 1.1 * -REVOKED * log(RATE) / log(2) ** 2 / 8, 'the filter takes less than 1.1 times what theory needs');
exit($failures === [] ? 0 : 1);
