--TEST--
A rebuild whose loader throws, exits or dies changes nothing and leaves nothing
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$filter = shared_of('ids', ['a']);
$kept = null;
$loader = function (BloomFilter $next) use (&$kept, $filter) {
    $kept = $next;
    $next->add('b');
    $filter->add('meanwhile');
    throw new DomainException('no database');
};
thrown(fn() => $filter->rebuild($loader));
var_dump($filter->generation(), $filter->mightContainMany(['a', 'b', 'meanwhile']), shared_files(), $filter->info()['rebuild_count']);
var_dump($kept->isReady(), $kept->mightContain('never added'));
thrown(fn() => $kept->add('c'));
foreach (['exit' => 'exit("exit\n");', 'fatal' => 'ini_set("display_errors", "0"); eval("class BloomFilter {}");', 'killed' => 'echo "loading\n"; fgets(STDIN);'] as $name => $end) {
    $process = proc_open('exec ' . php_command('-r', 'BloomFilter::attach("ids")->rebuild(function ($next) { $next->add("b"); ' . $end . ' });'),
        [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
    if ($name === 'killed') {
        echo fgets($pipes[1]);
        proc_terminate($process, 9);
    }
    echo stream_get_contents($pipes[1]);
    proc_close($process);
    var_dump($filter->add("after $name"), $filter->mightContain('b'), $filter->generation());
}
$filter->rebuild(fn($next) => $next->add('c'));
var_dump($filter->mightContainMany(['a', 'c', 'meanwhile', 'after killed']), shared_files());
?>
--EXPECTF--
DomainException: no database
int(1)
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(false)
  [2]=>
  bool(true)
}
array(1) {
  [0]=>
  string(9) "ids.bloom"
}
int(0)
bool(false)
bool(true)
Bloom\StorageException: Cannot add to %s/ids.bloom: this version was given to a loader that has ended; use the filter itself
exit
bool(true)
bool(false)
int(1)
bool(true)
bool(false)
int(1)
loading
bool(true)
bool(false)
int(1)
array(4) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
  [2]=>
  bool(false)
  [3]=>
  bool(false)
}
array(1) {
  [0]=>
  string(9) "ids.bloom"
}
