--TEST--
Two rebuilds at once: the second is refused at once, and names the process
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$filter = shared_of('ids', ['a']);
$filter->rebuild(function (BloomFilter $next) use ($filter) {
    $next->add('a');
    foreach ([fn() => $filter->rebuild(fn() => print("loaded\n")), fn() => $filter->clear(), fn() => BloomFilter::attach('ids')->clear(),
        fn() => $next->rebuild(fn() => print("loaded\n")), fn() => $next->clear()] as $call) {
        thrown($call);
    }
    $message = php('-r', 'try { BloomFilter::attach("ids")->rebuild(fn() => print("loaded\n")); } catch (Bloom\StorageException $exception) { echo $exception->getMessage(); }');
    echo str_replace((string) getmypid(), 'PID', $message), "\n";
    /* who asks for more gets what there is */
    $lesser = BloomFilter::shared('ids', 100_000, 0.01, fn() => print("loaded\n"));
    var_dump($lesser->info()['expected_items'], $lesser->mightContain('a'));
    /* and others can be rebuilt */
    shared_of('others', ['x'])->rebuild(fn($next) => $next->add('y'));
});
var_dump($filter->generation(), $filter->mightContainMany(['a', 'b']), BloomFilter::attach('others')->mightContainMany(['x', 'y']));
?>
--EXPECTF--
Bloom\StorageException: Cannot rebuild %s/ids.bloom: this process is rebuilding it already; wait until that has ended
Bloom\StorageException: Cannot clear %s/ids.bloom: this process is rebuilding it already; wait until that has ended
Bloom\StorageException: Cannot clear %s/ids.bloom: this process is rebuilding it already; wait until that has ended
Bloom\StorageException: Cannot rebuild %s/ids.bloom: this is a version given to a loader; rebuild the filter itself
Bloom\StorageException: Cannot clear %s/ids.bloom: this is a version given to a loader; rebuild the filter itself
Cannot rebuild %s/ids.bloom: process PID is rebuilding it; try again when it has ended, or end it
int(1000)
bool(true)
int(2)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(false)
}
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
