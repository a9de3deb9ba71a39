<?php

declare(strict_types=1);

/*
 * The main job: a million revoked tokens, loaded once, known to all workers of a web server.
 *
 * php -d extension=bloom.so demo/demo.php path/to/bloom.so       (./dev demo does it all)
 *
 * Starts nginx and php-fpm in a temporary folder. Ends with status 1 if a promise was not kept.
 */

namespace Bloom\Demo;

use Bloom\Tests\Fpm\HttpClient;
use Bloom\Tests\Fpm\WebServer;

require __DIR__ . '/tokens.php';
require __DIR__ . '/../tests/fpm/WebServer.php';
require __DIR__ . '/../tests/fpm/HttpClient.php';
require __DIR__ . '/../tests/fpm/HttpResponse.php';

const WORKERS = 4;
const CLIENTS = 4;
const REQUESTS = 5_000; // of each client

$extension = (string) realpath($argv[1] ?? '');
if (!extension_loaded('bloom') || $extension === '') {
    fwrite(STDERR, "Usage: php -d extension=path/to/bloom.so demo/demo.php path/to/bloom.so, or ./dev demo\n");
    exit(2);
}

$failures = 0;
$check = static function (bool $holds, string $promise) use (&$failures): void {
    echo $holds ? '  ok      ' : '  FAILED  ', $promise, "\n";
    $failures += $holds ? 0 : 1;
};

/**
 * Several clients at once; $meanwhile runs while they do.
 *
 * @return array<string, int|float> what all of them counted
 */
function storm(int $port, int $seed, ?\Closure $meanwhile = null): array
{
    $start = hrtime(true);
    $clients = [];
    for ($i = 0; $i < CLIENTS; $i++) {
        $command = escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(__DIR__ . '/client.php') . " $port " . ($seed + $i) . ' ' . REQUESTS;
        $process = proc_open("exec $command", [1 => ['pipe', 'w']], $pipes);
        if ($process === false) {
            throw new \RuntimeException('A client cannot be started');
        }
        $clients[] = [$process, $pipes[1]];
    }
    if ($meanwhile !== null) {
        $meanwhile();
    }
    $sum = ['requests' => CLIENTS * REQUESTS];
    $workers = [];
    foreach ($clients as [$process, $pipe]) {
        /** @var array<string, mixed> $counted */
        $counted = json_decode((string) stream_get_contents($pipe), true) ?? ['errors' => REQUESTS, 'workers' => []];
        proc_close($process);
        $workers += array_flip((array) $counted['workers']);
        unset($counted['workers']);
        foreach ($counted as $key => $count) {
            $sum[$key] = ($sum[$key] ?? 0) + (int) $count;
        }
    }

    return $sum + ['workers' => count($workers), 'seconds' => (hrtime(true) - $start) / 1e9];
}

/** How much of the filter's memory the processes of the pool have mapped (Rss) and are charged for (Pss), in bytes. */
function mapped_bytes(int $fpmPid, string $path): array
{
    $sum = ['Rss' => 0, 'Pss' => 0];
    foreach (explode(' ', trim((string) @file_get_contents("/proc/$fpmPid/task/$fpmPid/children"))) as $pid) {
        $isFilter = false;
        foreach (@file("/proc/$pid/smaps") ?: [] as $line) {
            if (preg_match('/^[0-9a-f]+-[0-9a-f]+ /', $line) === 1) {
                $isFilter = str_contains($line, $path);
            } elseif ($isFilter && preg_match('/^(Rss|Pss):\s+(\d+) kB/', $line, $match) === 1) {
                $sum[$match[1]] += 1024 * (int) $match[2];
            }
        }
    }

    return $sum;
}

printf("bloom %s, PHP %s, nginx and php-fpm with %d workers\n\n", (string) phpversion('bloom'), PHP_VERSION, WORKERS);

/** A folder that root's scripts and the workers share, as the manual describes it. */
function shared_directory(string $parent): string
{
    $directory = "$parent/bloom-demo-" . bin2hex(random_bytes(6));
    mkdir($directory, 0700);
    if (WebServer::isRoot()) {
        chgrp($directory, 'www-data');
        chmod($directory, 02770); // what is created there belongs to the group
    }
    register_shutdown_function(static function () use ($directory): void {
        exec('rm -rf ' . escapeshellarg($directory));
    });

    return $directory;
}

$directory = shared_directory(is_dir('/dev/shm') ? '/dev/shm' : sys_get_temp_dir());
$databasePath = shared_directory(sys_get_temp_dir()) . '/revoked.sqlite';
$web = new WebServer($extension, __DIR__ . '/app.php', ['bloom.shm_dir' => $directory], ['pm.max_children' => (string) WORKERS, 'env[DEMO_DATABASE]' => $databasePath]);
ini_set('memory_limit', '256M');

// The truth
$start = hrtime(true);
$database = database($databasePath);
$database->exec('PRAGMA journal_mode = WAL');
$database->exec('CREATE TABLE revoked (id TEXT PRIMARY KEY) WITHOUT ROWID');
$ids = array_map(static fn(int $i): string => token_id('revoked', $i), range(0, REVOKED - 1));
sort($ids); // in the index's order, or writing takes ten times as long
$database->beginTransaction();
$insert = $database->prepare('INSERT INTO revoked (id) VALUES (?)');
foreach ($ids as $id) {
    $insert->execute([$id]);
}
$database->commit();
unset($ids);
if (WebServer::isRoot()) {
    foreach (glob("$databasePath*") ?: [] as $file) {
        chgrp($file, 'www-data');
        chmod($file, 0660);
    }
}
printf("%s revoked tokens stand in an SQLite database (%.1f s to write, %.0f MB).\n\n", number_format(REVOKED), (hrtime(true) - $start) / 1e9, filesize($databasePath) / 1e6);

// Loaded once, by a script on the command line
$php = escapeshellarg(PHP_BINARY) . ' ' . WebServer::extensionOptions($extension, 'pdo', 'pdo_sqlite') . ' -d bloom.shm_dir=' . escapeshellarg($directory);
[$milliseconds, $count] = explode(' ', trim((string) shell_exec("$php " . escapeshellarg(__DIR__ . '/load.php') . ' ' . escapeshellarg($databasePath))));
printf("load.php     filled the shared filter in %s ms; it counts %s items\n", $milliseconds, number_format((int) $count));

// Asked by every worker
$web->start();
$before = storm($web->port, 1);
printf("clients      %s requests in %.1f s, answered by %d workers: %s with valid tokens, %s with revoked ones\n", number_format($before['requests']), $before['seconds'], $before['workers'], number_format($before['valid']), number_format($before['revoked']));

// Revoked in one worker, refused by all
$token = token(token_id('logged out', 1));
$client = new HttpClient($web->port);
$wasWelcome = $client->request('GET', '/', ['Authorization' => "Bearer $token"])->status === 200;
$revoker = $client->request('POST', '/revoke', ['Authorization' => "Bearer $token"])->headers['x-worker'];
$refusals = [];
for ($i = 0; $i < 2_000 && count($refusals) < WORKERS; $i++) {
    $connection = new HttpClient($web->port);
    $response = $connection->request('GET', '/', ['Authorization' => "Bearer $token"]);
    $refusals[$response->headers['x-worker']] = ($refusals[$response->headers['x-worker']] ?? true) && $response->status === 401;
}
printf("revoke       one token revoked by worker %s; asked at once afterwards: refused by %d of %d workers\n", $revoker, count(array_filter($refusals)), count($refusals));

// Reloaded under load
$after = storm($web->port, 100, static function () use ($web): void {
    usleep(200_000);
    $web->reload();
});
printf("reload       php-fpm reloaded under %s requests in %.1f s: %d different workers answered, %d errors\n\n", number_format($after['requests']), $after['seconds'], $after['workers'], $after['errors']);

// What it was good for
$total = [];
foreach ($before as $key => $count) {
    $total[$key] = $count + $after[$key];
}
$asked = $total['false_positives'] + $total['confirmed'];
$rate = $total['false_positives'] / $total['valid'];
$error = 2 * sqrt(RATE * (1 - RATE) / $total['valid']);
$mapped = mapped_bytes($web->fpmPid(), "$directory/revoked-tokens.bloom");
$fileBytes = (int) filesize("$directory/revoked-tokens.bloom");
printf("Requests                        %s, %s per second with both cores also busy as clients\n", number_format($total['requests']), number_format($total['requests'] / $total['seconds']));
printf("Database calls saved            %s of %s (%.2f %%)\n", number_format($total['requests'] - $asked), number_format($total['requests']), 100 * ($total['requests'] - $asked) / $total['requests']);
printf("False positives                 %d of %s valid tokens: %.3f %% (%.1f %% asked for, two standard errors are %.3f)\n", $total['false_positives'], number_format($total['valid']), 100 * $rate, 100 * RATE, 100 * $error);
printf("Memory for the filter           %.1f MB once, for all processes; %d workers with a filter each would need %.1f MB\n", $fileBytes / 1e6, WORKERS, WORKERS * $fileBytes / 1e6);
printf("  mapped by the workers (Rss)   %.1f MB in sum, of which they are charged (Pss) %.1f MB\n\n", $mapped['Rss'] / 1e6, $mapped['Pss'] / 1e6);

$check($total['let_in'] === 0, 'no revoked token was let in');
$check($total['shut_out'] === 0, 'no valid token was shut out');
$check($total['errors'] === 0, 'no request failed, during the reload either');
$check($wasWelcome && count($refusals) >= 2 && !in_array(false, $refusals, true), 'a token revoked by one worker was refused by all at once');
$check($after['workers'] > WORKERS, 'the filter outlived the reload');
$check($rate <= 1.05 * RATE + $error, 'the false-positive rate is the one asked for');
$web->stop();
exit($failures === 0 ? 0 : 1);
