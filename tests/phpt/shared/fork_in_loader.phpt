--TEST--
A child forked by a loader adds to the filter, and neither ends, takes over nor keeps its parent's load
--EXTENSIONS--
pcntl
posix
--INI--
bloom.load_retry=0
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
/* Runs in a child; its answer is what it prints before it ends, by itself or by SIGKILL. */
function in_child(Closure $action, bool $kill = false): void
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        thrown(function () use ($action) { echo json_encode($action()), ', '; });
        flush();
        $kill ? posix_kill(getmypid(), SIGKILL) : exit(0);
    }
    pcntl_waitpid($pid, $status);
}
$elsewhere = fn(): string => php('-r', 'BloomFilter::shared("ids", 1000, 0.01, fn() => print("a second loader, "));
    $filter = BloomFilter::attach("ids"); echo json_encode([$filter->isReady(), $filter->mightContain("never added"), $filter->info()["loading_pid"]]);');
$me = getmypid();
$filter = BloomFilter::shared('ids', 1000, 0.01, function (BloomFilter $loading) use ($elsewhere, $me) {
    $loading->add('before');
    foreach ([false, true] as $kill) {
        echo $kill ? "-- a child that is killed\n" : "-- a child that exits\n";
        in_child(function () use ($loading) { $loading->add('by the child'); return $loading->isReady(); }, $kill);
        in_child(fn() => BloomFilter::shared('ids', 1000, 0.01, fn() => print("a child's loader, "))->isReady(), $kill);
        in_child(fn() => $loading->rebuild(fn() => print("a child's loader, ")), $kill);
        in_child(fn() => $loading->clear(), $kill);
        echo $elsewhere() === "[false,true,$me]" ? "still loading\n" : "not loading any more: {$elsewhere()}\n";
    }
    $loading->add('after');
});
echo json_encode([$filter->isReady(), $filter->mightContainMany(['before', 'by the child', 'after', 'never added'])]), "\n";

echo "-- children of a rebuild\n";
$filter->rebuild(function (BloomFilter $next) use ($filter) {
    $next->add('rebuilt');
    in_child(function () use ($next, $filter) { $filter->add('child 1'); $next->add('child 2'); return [$filter->generation(), $next->isReady()]; });
    in_child(fn() => $filter->rebuild(fn() => print("a child's loader, ")));
    in_child(fn() => Bloom\SharedMemory::attach('ids')->mightContain('before'), true);
    var_dump($filter->generation());
});
echo json_encode([$filter->generation(), $filter->mightContainMany(['rebuilt', 'child 1', 'child 2', 'before']), shared_files()]), "\n";

echo "-- a child that outlives the loader does not keep its lock\n";
$pipe = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$loader = pcntl_fork();
if ($loader === 0) {
    BloomFilter::shared('orphaned', 1000, 0.01, function () use ($pipe) {
        if (pcntl_fork() === 0) {
            fclose($pipe[0]);
            fwrite($pipe[1], "begun\n"); /* and so without the lock's descriptor */
            fgets($pipe[1]);
            exit(0);
        }
        fgets($pipe[0]);
        posix_kill(getmypid(), SIGKILL);
    });
}
pcntl_waitpid($loader, $status);
fclose($pipe[1]);
var_dump(BloomFilter::shared('orphaned', 1000, 0.01, fn($filter) => $filter->add('loaded'))->isReady());
fclose($pipe[0]);

echo "-- statistics of before the fork are counted once\n";
$counted = BloomFilter::shared('counted', 1000, 0.01, null);
for ($i = 0; $i < 10; $i++) $counted->mightContain('x');
in_child(function () use ($counted) { $counted->mightContain('x'); return 'asked'; });
var_dump($counted->info()['lookups']);
?>
--EXPECTF--
-- a child that exits
false, nothing thrown
false, nothing thrown
Bloom\StorageException: Cannot rebuild %s/ids.bloom: process %d is loading it; try again when it has ended, or end it
Bloom\StorageException: Cannot clear %s/ids.bloom: process %d is loading it; try again when it has ended, or end it
still loading
-- a child that is killed
false, nothing thrown
false, nothing thrown
Bloom\StorageException: Cannot rebuild %s/ids.bloom: process %d is loading it; try again when it has ended, or end it
Bloom\StorageException: Cannot clear %s/ids.bloom: process %d is loading it; try again when it has ended, or end it
still loading
[true,[true,true,true,false]]
-- children of a rebuild
[1,false], nothing thrown
Bloom\StorageException: Cannot rebuild %s/ids.bloom: process %d is rebuilding it; try again when it has ended, or end it
true, nothing thrown
int(1)
[2,[true,true,true,false],["ids.bloom"]]
-- a child that outlives the loader does not keep its lock
bool(true)
-- statistics of before the fork are counted once
"asked", nothing thrown
int(11)
