<?php

declare(strict_types=1);

/*
 * Shared filters under real servers, php-fpm behind nginx above all: php tests/fpm/run.php path/to/bloom.so
 *
 * Ends with "fpm: N passed, N failed". Tests that are left out are named, with the reason.
 */

namespace Bloom\Tests\Fpm;

require __DIR__ . '/WebServer.php';
require __DIR__ . '/Apache.php';
require __DIR__ . '/BuiltInServer.php';
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

enum ServerKind
{
    case Fpm;
    case Apache;
    case BuiltIn;
}

/** Everything a test works with: a folder shared by root and the workers, a server, and PHP on the command line. */
final class Setting
{
    public readonly string $folder;
    public readonly string $loads;
    public readonly Server $web;

    /**
     * @param array<string, string> $pool settings of php-fpm's pool
     * @param array<string, string> $ini  settings of PHP
     */
    public function __construct(
        private readonly string $extension,
        array $pool = [],
        ?string $otherUser = null,
        array $ini = [],
        ServerKind $kind = ServerKind::Fpm,
    ) {
        $this->folder = folder(WebServer::isRoot() ? 02770 : 0700);
        $loadsFolder = folder(0777);
        $this->loads = "$loadsFolder/loads";
        $script = __DIR__ . '/app.php';
        $ini += ['bloom.shm_dir' => $this->folder];
        $environment = ['LOADS' => $this->loads];
        $this->web = match ($kind) {
            ServerKind::Fpm => new WebServer($extension, $script, $ini, $pool + ['env[LOADS]' => $this->loads], $otherUser),
            ServerKind::Apache => new Apache($extension, $script, $ini, $environment),
            ServerKind::BuiltIn => new BuiltInServer($extension, $script, $ini, $environment),
        };
        $this->web->start();
    }

    /** @return list<int> process ids of workers that answer */
    public function workers(): array
    {
        $pids = [];
        for ($i = 0; $i < 20; $i++) {
            $pids[] = (int) (new HttpClient($this->web->port))->request('GET', '/ping')->headers['x-worker'];
        }

        return array_values(array_unique($pids));
    }

    public function get(string $path): string
    {
        return (new HttpClient($this->web->port))->request('GET', $path)->body;
    }

    /** Runs PHP code on the command line, as this user, with the same filters. */
    public function cli(string $code, string $options = ''): string
    {
        return $this->cliStart($code, '', $options)();
    }

    /** @return \Closure(): string waits for the end and returns the output */
    public function cliStart(string $code, string $argument = '', string $options = ''): \Closure
    {
        $command = escapeshellarg(PHP_BINARY) . ' ' . Server::extensionOptions($this->extension) . ' -d bloom.shm_dir=' . escapeshellarg($this->folder) . " $options";
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
        same(['new' => 2000], $setting->storm('/add?reloaded+', 4, 500, $setting->web->reload(...)), 'adds');
        same(['maybe' => 2000], $setting->storm('/ask?reloaded+', 4, 500), 'lookups');
        same("loaded\n", (string) file_get_contents($setting->loads), 'loads');
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
    'a pool may have a hash key of its own, which no request can read' => static function () use ($extension): void {
        $setting = new Setting($extension, [], null, ['bloom.hash_key' => 'of this pool']);
        for ($i = 0; $i < 8; $i++) { // each worker's first request, and later ones
            same(1, preg_match('/^secret key, fingerprint [0-9a-f]{16}$/', $setting->get('/key')), 'what ini_get() says');
        }
        same('new', $setting->get('/add?pool'), 'add');
        same('1', $setting->cli('echo (int) BloomFilter::attach("fpm")->mightContain("pool");', '-d "bloom.hash_key=of this pool"'), 'with the same key');
        same('refused', $setting->cli('try { BloomFilter::attach("fpm"); } catch (Bloom\IncompatibleFilterException) { echo "refused"; }'), 'without');
    },
];
/* What php-fpm's tests show in detail, in short under the other servers. */
foreach (['Apache with PHP as its module' => ServerKind::Apache, 'the built-in server' => ServerKind::BuiltIn] as $server => $kind) {
    $tests["$server: all workers and the command line have one filter, which a restart keeps"] = static function () use ($extension, $kind): void {
        $setting = new Setting($extension, [], null, [], $kind);
        $answers = $setting->storm('/ask?unknown+', 4, 20);
        same([], array_diff(array_keys($answers), ['absent', 'maybe']), 'answers while one worker loads');
        same("loaded\n", (string) file_get_contents($setting->loads), 'loads');
        $job = $setting->cliStart('$f = BloomFilter::attach("fpm"); for ($i = 0; $i < 1000; $i++) { $f->add("cli+$i"); usleep(100); } echo "done";');
        same(['new' => 400], $setting->storm('/add?web+', 4, 100), 'adds while the command line adds');
        same('done', $job(), 'the command line');
        same(['maybe' => 1000], $setting->storm('/ask?cli+', 4, 250), 'from the command line');
        same(['new' => 400], $setting->storm('/add?restart+', 4, 100, $kind === ServerKind::Apache ? $setting->web->reload(...) : null), 'adds, for Apache while it restarts');
        $before = $setting->workers();
        $setting->web->reload();
        same([], array_intersect($before, $setting->workers()), 'workers of before the restart');
        foreach (['web' => 400, 'restart' => 400, 'cli' => 1000] as $prefix => $count) {
            same(['maybe' => $count], $setting->storm("/ask?$prefix+", 1, $count), "lookups of $prefix");
        }
        same('absent', $setting->get('/ask?never+added'), 'never added');
        same("loaded\n", (string) file_get_contents($setting->loads), 'loads');
    };
}
$tests['Apache: a hash key of one location holds for its requests only'] = static function () use ($extension): void {
    $setting = new Setting($extension, [], null, ['bloom.hash_key' => 'of the server'], ServerKind::Apache);
    $shown = static fn(string $key): string => 'secret key, fingerprint ' . bin2hex(strrev(substr(hash('sha256', "bloom fingerprint$key", true), 0, 8)));
    $client = new HttpClient($setting->web->port); // one connection, so one worker
    for ($i = 0; $i < 3; $i++) {
        same($shown('of the server'), $client->request('GET', '/key')->body, 'key of the server');
        same('done', $client->request('GET', '/load')->body, 'with it');
        same($shown('of this location'), $client->request('GET', '/own/key')->body, 'key of the location');
        same(true, str_starts_with($client->request('GET', '/own/ask?x')->body, 'Bloom\\IncompatibleFilterException'), 'refused with it');
    }
};
$rootTests = [
    'a cron job of root makes a filter in a setgid directory, workers of www-data add to it and rebuild it' => static function () use ($extension): void {
        $setting = new Setting($extension);
        same('1', $setting->cli('$f = BloomFilter::shared("fpm", 100_000, 0.001, fn($f) => $f->add("cron+1")); echo $f->generation();'), 'by root');
        $file = static fn(): array => array_map((new \ArrayObject(stat("$setting->folder/fpm.bloom") ?: []))->offsetGet(...), ['uid', 'gid', 'mode']);
        $group = posix_getgrnam('www-data')['gid'] ?? -1;
        same([0, $group, 0100660], $file(), 'owner, group and mode');
        same('maybe', $setting->get('/ask?cron+1'), 'in a worker');
        same('new', $setting->get('/add?web+1'), 'by a worker');
        same('2', $setting->get('/rebuild'), 'rebuilt by a worker');
        clearstatcache();
        same([$group, 0100660], array_slice($file(), 1), 'group and mode of the new version');
        same('1011', $setting->cli('$f = BloomFilter::attach("fpm"); echo (int) $f->mightContain("rebuilt"), (int) $f->mightContain("cron+1"), (int) $f->add("cron+2"), (int) $f->mightContain("cron+2");'), 'by root afterwards');
        same('maybe', $setting->get('/ask?cron+2'), 'in a worker');
        same(false, file_exists($setting->loads), 'loads by workers');
    },
    'a second pool, of another user, may not use the filters of the first' => static function () use ($extension): void {
        $setting = new Setting($extension, [], 'nobody');
        $refusal = '/^Bloom\\\\StorageException: .*' . preg_quote($setting->folder, '/') . '.*permission/i';
        same(1, preg_match($refusal, $setting->get('/other/ask?item')), 'before there is a filter');
        same('new', $setting->get('/add?item'), 'the first pool');
        foreach (['/other/ask?item', '/other/add?item', '/other/rebuild'] as $path) {
            same(1, preg_match($refusal, $body = $setting->get($path)), "answer \"$body\"");
        }
        same("loaded\n", (string) file_get_contents($setting->loads), 'loads');
        same('maybe', $setting->get('/ask?item'), 'the first pool afterwards');
    },
];

$passed = $failed = $skipped = 0;
if (Server::isRoot()) {
    $tests += $rootTests;
} else {
    $skipped = count($rootTests);
    echo "skipped, since they need root: ", implode('; ', array_keys($rootTests)), "\n";
}
if (Apache::missing() !== null) {
    $all = count($tests);
    $tests = array_filter($tests, static fn(string $name): bool => !str_starts_with($name, 'Apache'), ARRAY_FILTER_USE_KEY);
    $skipped += $all - count($tests);
    echo 'skipped: tests of Apache, since ', Apache::missing(), "\n";
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
