--TEST--
A process killed while it saves leaves the old file or the new one, whole, and is in nobody's way
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip it has no SIGKILL'); ?>
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
$path = scratch_directory() . '/filter';
$saver = <<<'PHP'
    $path = $argv[1];
    $one = $argv[2]::load($path);
    $both = clone $one;
    for ($i = 0; $i < 1000; $i++) if (!$both->mightContain("second $i")) $both->add("second $i");
    echo "ready\n";
    for (;;) { $both->save($path); $one->save($path); }
    PHP;
$filters = [
    new BloomFilter(100_000),
    new CountingFilter(20_000),
    new ScalableFilter(20_000),
    new RotatingFilter(10_000, 0.01, 3600),
    new CuckooFilter(50_000),
];
mt_srand(7);
foreach ($filters as $filter) {
    $filter->addMany(items(1000));
    $filter->save($path);
    for ($round = 0; $round < 10; $round++) {
        // exec: the signal must not end a shell instead
        $process = proc_open('exec ' . php_command('-r', $saver, $path, $filter::class), [1 => ['pipe', 'w']], $pipes);
        if (($line = fgets($pipes[1])) !== "ready\n") exit($line . stream_get_contents($pipes[1]));
        usleep(mt_rand(0, 5000));
        proc_terminate($process, 9);
        proc_close($process);
        $loaded = $filter::load($path);
        $seconds = array_sum($loaded->mightContainMany(array_map(fn(int $i) => "second $i", range(0, 999))));
        if (missing($loaded, items(1000)) !== 0) echo "items are missing\n";
        if ($seconds > 100 && $seconds < 1000) echo "$seconds of 1000\n";
    }
    $filter->save($path);
    printf("%s: %d missing\n", $filter::class, missing($filter::load($path), items(1000)));
}
?>
--EXPECT--
BloomFilter: 0 missing
Bloom\CountingFilter: 0 missing
Bloom\ScalableFilter: 0 missing
Bloom\RotatingFilter: 0 missing
Bloom\CuckooFilter: 0 missing
