--TEST--
A forked process shares what is added, and loses no lock of its parent
--EXTENSIONS--
pcntl
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$filter = shared_of('ids', ['before']);
$pid = pcntl_fork();
if ($pid === 0) {
    $filter->add('from the child');
    exit($filter->mightContain('before') ? 0 : 1);
}
pcntl_waitpid($pid, $status);
var_dump(pcntl_wifexited($status) && pcntl_wexitstatus($status) === 0);
$filter->add('from the parent');
var_dump($filter->mightContainMany(['before', 'from the child', 'from the parent', 'none']));
/* a child that ends while its parent rebuilds */
$filter->rebuild(function (BloomFilter $next) use ($filter) {
    $next->add('rebuilt');
    $pid = pcntl_fork();
    if ($pid === 0) {
        $filter->add('in the rebuild');
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    var_dump(pcntl_wexitstatus($status));
});
var_dump($filter->generation(), $filter->mightContainMany(['before', 'rebuilt', 'in the rebuild']), shared_files());
/* a child whose parent loads must not finish the load */
$parent = getmypid();
try {
    $loaded = BloomFilter::shared('loading', 1000, 0.01, function (BloomFilter $loading) {
        $pid = pcntl_fork();
        if ($pid === 0) {
            return;
        }
        pcntl_waitpid($pid, $status);
        var_dump($loading->isReady(), pcntl_wexitstatus($status));
        $loading->add('a');
    });
} catch (Bloom\StorageException $exception) {
    echo $exception->getMessage(), "\n";
    exit(getmypid() === $parent ? 1 : 3);
}
var_dump($loaded->isReady(), $loaded->mightContainMany(['a', 'b']));
?>
--EXPECTF--
bool(true)
array(4) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(true)
  [3]=>
  bool(false)
}
int(0)
int(2)
array(3) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
  [2]=>
  bool(true)
}
array(1) {
  [0]=>
  string(9) "ids.bloom"
}
Cannot finish loading %s/loading.bloom: it was begun by the parent of this process and is the parent's to end; leave the loader of a forked child with exit()
bool(false)
int(3)
bool(true)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(false)
}
