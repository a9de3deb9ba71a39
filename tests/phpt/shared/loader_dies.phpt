--TEST--
A process that ends in the loader: not ready, and a later call loads
--INI--
bloom.load_retry=0
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$ends = [
    'exit' => 'exit("exit\n");',
    'fatal' => 'ini_set("display_errors", "0"); eval("class stdClass {}");',
    'timeout' => 'ini_set("display_errors", "0"); set_time_limit(1); for (;;);',
    'killed' => 'echo "loading\n"; fgets(STDIN);',
];
foreach ($ends as $name => $end) {
    echo "-- $name\n";
    $code = "BloomFilter::shared('$name', 1000, 0.01, function (BloomFilter \$filter) { \$filter->add('half'); $end });";
    $process = proc_open('exec ' . php_command('-r', $code), [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
    if ($name === 'killed') {
        echo fgets($pipes[1]);
        $meanwhile = BloomFilter::shared($name, 1000, 0.01, fn() => print("a second loader\n"));
        var_dump($meanwhile->isReady(), $meanwhile->info()['loading_pid'] === proc_get_status($process)['pid']);
        proc_terminate($process, 9);
    }
    echo stream_get_contents($pipes[1]);
    proc_close($process);
    $held = BloomFilter::attach($name);
    var_dump($held->isReady(), $held->mightContain('never added'));
    $filter = BloomFilter::shared($name, 1000, 0.01, fn(BloomFilter $filter) => $filter->add('all'));
    var_dump($filter->isReady(), $held->isReady(), $held->mightContain('never added'), $held->mightContain('all'));
}
?>
--EXPECT--
-- exit
exit
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
-- fatal
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
-- timeout
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
-- killed
loading
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
