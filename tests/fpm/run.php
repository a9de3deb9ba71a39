<?php

declare(strict_types=1);

/*
 * Shared filters under real php-fpm behind real nginx: php tests/fpm/run.php path/to/bloom.so
 *
 * Ends with "fpm: N passed, N failed". Tests that need root say so when they are left out.
 */

namespace Bloom\Tests\Fpm;

require __DIR__ . '/WebServer.php';
require __DIR__ . '/HttpClient.php';
require __DIR__ . '/HttpResponse.php';

$extension = (string) realpath($argv[1] ?? '');
if ($extension === '' || WebServer::findFpm() === null) {
    fwrite(STDERR, "Usage: php tests/fpm/run.php path/to/bloom.so; needs nginx and php-fpm of this PHP version\n");
    exit(2);
}

/** A folder for filters and what else a test needs, gone at the end. */
function folder(int $mode): string
{
    $folder = (is_dir('/dev/shm') ? '/dev/shm' : sys_get_temp_dir()) . '/bloom-fpm-' . bin2hex(random_bytes(6));
    mkdir($folder, 0700);
    if (WebServer::isRoot()) {
        chgrp($folder, 'www-data');
    }
    chmod($folder, $mode);
    register_shutdown_function(static function () use ($folder): void {
        exec('rm -rf ' . escapeshellarg($folder));
    });

    return $folder;
}

/** Everything a test works with: a folder shared by root and the workers, a server, and PHP on the command line. */
final class Setting
{
    public readonly string $folder;
    public readonly string $loads;
    public readonly WebServer $web;

    /** @param array<string, string> $pool */
    public function __construct(private readonly string $extension, array $pool = [], string $user = 'www-data')
    {
        $this->folder = folder(WebServer::isRoot() ? 02770 : 0700);
        $loadsFolder = folder(0777);
        $this->loads = "$loadsFolder/loads";
        $this->web = new WebServer($extension, __DIR__ . '/app.php', ['bloom.shm_dir' => $this->folder], $pool + ['env[LOADS]' => $this->loads], $user);
        $this->web->start();
    }

    public function get(string $path): string
    {
        return (new HttpClient($this->web->port))->request('GET', $path)->body;
    }

    /** Runs PHP code on the command line, as this user, with the same filters. */
    public function cli(string $code): string
    {
        return $this->cliStart($code)();
    }

    /** @return \Closure(): string waits for the end and returns the output */
    public function cliStart(string $code, string $argument = ''): \Closure
    {
        $command = escapeshellarg(PHP_BINARY) . ' ' . WebServer::extensionOptions($this->extension) . ' -d bloom.shm_dir=' . escapeshellarg($this->folder);
        $process = proc_open("exec $command -r " . escapeshellarg($code) . ' -- ' . escapeshellarg($argument), [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);

        return static function () use ($process, $pipes): string {
            $output = trim((string) stream_get_contents($pipes[1]));
            proc_close($process);

            return $output;
        };
    }

    /**
     * Several clients at once, each with $count requests to $path . number; returns how often each answer came.
     *
     * @return array<string, int>
     */
    public function storm(string $path, int $clients, int $count, ?\Closure $meanwhile = null): array
    {
        $running = [];
        for ($i = 0; $i < $clients; $i++) {
            $command = escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(__DIR__ . '/client.php');
            $process = proc_open("exec $command {$this->web->port} " . escapeshellarg($path) . ' ' . $i * $count . " $count", [1 => ['pipe', 'w']], $pipes);
            $running[] = [$process, $pipes[1]];
        }
        if ($meanwhile !== null) {
            $meanwhile();
        }
        $answers = [];
        foreach ($running as [$process, $pipe]) {
            foreach ((array) json_decode((string) stream_get_contents($pipe), true) as $answer => $times) {
                $answers[$answer] = ($answers[$answer] ?? 0) + $times;
            }
            proc_close($process);
        }
        ksort($answers);

        return $answers;
    }
}

/** @param array<string, int>|string|int|bool $actual */
function same(mixed $expected, mixed $actual, string $what): void
{
    if ($expected !== $actual) {
        throw new \RuntimeException("$what: expected " . json_encode($expected) . ', got ' . json_encode($actual));
    }
}

/** @var array<string, \Closure(): void> $tests */
$tests = [
    'one of all workers that come at once loads, the others let everything through meanwhile' => static function () use ($extension): void {
        $setting = new Setting($extension);
        $answers = $setting->storm('/ask?unknown+', 8, 10);
        same(['absent', 'maybe'], array_values(array_unique([...array_keys($answers), 'absent', 'maybe'])), 'answers');
        same("loaded\n", (string) file_get_contents($setting->loads), 'loads');
        same(['maybe' => 1000], $setting->storm('/ask?item+', 4, 250), 'items of the loader');
    },
    'what a worker adds, the other workers and the command line find, and the reverse' => static function () use ($extension): void {
        $setting = new Setting($extension);
        $setting->get('/load');
        same(['new' => 400], $setting->storm('/add?web+', 4, 100), 'adds');
        same(['maybe' => 400], $setting->storm('/ask?web+', 2, 200), 'lookups');
        same('400', $setting->cli('$f = BloomFilter::attach("fpm"); $n = 0; for ($i = 0; $i < 400; $i++) $n += $f->mightContain("web+$i"); $f->addMany(["cli+1", "cli+2"]); echo $n;'), 'on the command line');
        same('maybe', $setting->get('/ask?cli+1'), 'from the command line');
        same('absent', $setting->get('/ask?cli+3'), 'never added');
    },
    'workers that are replaced after a few requests lose nothing' => static function () use ($extension): void {
        $setting = new Setting($extension, ['pm.max_requests' => '7']);
        $setting->get('/load');
        same(['new' => 600], $setting->storm('/add?recycled+', 4, 150), 'adds');
        same(['maybe' => 600], $setting->storm('/ask?recycled+', 4, 150), 'lookups');
    },
    'a reload under traffic loses nothing and needs no new load' => static function () use ($extension): void {
        $setting = new Setting($extension);
        $setting->get('/load');
        $before = $setting->web->fpmPid();
        same(['new' => 2000], $setting->storm('/add?reloaded+', 4, 500, $setting->web->reload(...)), 'adds');
        same(['maybe' => 2000], $setting->storm('/ask?reloaded+', 4, 500), 'lookups');
        same("loaded\n", (string) file_get_contents($setting->loads), 'loads');
        same(true, $before > 0, 'master');
    },
    'a rebuild on the command line is followed by all workers, and what they add meanwhile is not lost' => static function () use ($extension): void {
        $setting = new Setting($extension);
        $setting->get('/load');
        $flags = dirname($setting->loads);
        $rebuild = $setting->cliStart('$f = BloomFilter::attach("fpm"); $f->rebuild(function ($new) { touch($_SERVER["argv"][1] . "/begun"); $new->add("rebuilt"); for ($i = 0; $i < 3000 && !file_exists($_SERVER["argv"][1] . "/go on"); $i++) { usleep(10000); clearstatcache(); } }, 200000); echo $f->generation();', $flags);
        for ($deadline = microtime(true) + 20; microtime(true) < $deadline && !file_exists("$flags/begun"); usleep(10_000)) {
            clearstatcache();
        }
        same(['new' => 1000], $setting->storm('/add?meanwhile+', 4, 250), 'adds while the rebuild waits');
        same(['maybe' => 1000], $setting->storm('/ask?item+', 4, 250), 'the version that is still in use');
        same('1', $setting->get('/generation'), 'its generation');
        touch("$flags/go on");
        same('2', $rebuild(), 'generation on the command line');
        same('2', $setting->get('/generation'), 'generation in the workers');
        same(['maybe' => 1000], $setting->storm('/ask?meanwhile+', 4, 250), 'what was added meanwhile');
        same('maybe', $setting->get('/ask?rebuilt'), 'what the loader added');
        same('absent', $setting->get('/ask?item+1'), 'what it did not');
    },
    'a loader that runs into memory_limit or exits leaves the filter not ready, and the next one loads' => static function () use ($extension): void {
        foreach (['/die' => "died\n", '/exit' => "exited\n"] as $path => $begun) {
            $setting = new Setting($extension);
            $setting->get($path);
            same($begun, (string) file_get_contents($setting->loads), 'begun');
            same('maybe', $setting->get('/ask?unknown'), 'while it may not be tried again');
            for ($deadline = microtime(true) + 10; microtime(true) < $deadline && $setting->get('/ready') !== 'ready'; usleep(100_000));
            same($begun . "loaded\n", (string) file_get_contents($setting->loads), 'loads');
            same('absent', $setting->get('/ask?unknown'), 'when loaded');
        }
    },
    'dropped on the command line: workers load anew, nobody keeps the old one' => static function () use ($extension): void {
        $setting = new Setting($extension);
        same('new', $setting->get('/add?old'), 'add');
        same('1', $setting->cli('echo (int) Bloom\SharedMemory::drop("fpm");'), 'drop');
        same(['maybe' => 400], $setting->storm('/ask?item+', 4, 100), 'items of the loader');
        same('absent', $setting->get('/ask?old'), 'what the old one had');
    },
];
$rootTests = [
    'a pool of another user may not use the filters' => static function () use ($extension): void {
        $setting = new Setting($extension, [], 'nobody');
        $body = $setting->get('/ask?item');
        same(1, preg_match('/^Bloom\\\\StorageException: .*' . preg_quote($setting->folder, '/') . '.*permission/i', $body), "answer \"$body\"");
    },
];

$passed = $failed = $skipped = 0;
if (WebServer::isRoot()) {
    $tests += $rootTests;
} else {
    $skipped = count($rootTests);
    echo "skipped, since they need root: ", implode('; ', array_keys($rootTests)), "\n";
}
foreach ($tests as $name => $test) {
    try {
        $test();
        $passed++;
        echo "ok      $name\n";
    } catch (\Throwable $failure) {
        $failed++;
        echo "FAILED  $name\n        ", $failure->getMessage(), "\n";
    }
}
printf("fpm: %d passed, %d failed%s\n", $passed, $failed, $skipped > 0 ? ", $skipped skipped" : '');
exit($failed === 0 ? 0 : 1);
