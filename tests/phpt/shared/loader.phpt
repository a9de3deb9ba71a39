--TEST--
While the loader runs nothing is absent, nothing is new, and no copy is made; then the filter is ready
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$private = new BloomFilter(1000);
$calls = 0;
$filter = BloomFilter::shared('ids', 1000, 0.01, function (...$arguments) use (&$calls, $private) {
    $calls++;
    [$filter] = $arguments;
    var_dump(count($arguments), $filter::class, $filter->isReady(), $filter->generation());
    var_dump($filter->mightContain('never added'), $filter->add('a'), $filter->addMany(['b', 'c', 'a']));
    echo json_encode($filter->mightContainMany(['a', 'x', 'y'])), "\n";
    $info = $filter->info();
    var_dump($info['ready'], $info['loading_pid'] === getmypid(), abs($info['loading_since'] - time()) <= 5);
    thrown(fn() => $filter->export());
    thrown(fn() => $filter->save(scratch_directory() . '/copy'));
    thrown(fn() => clone $filter);
    thrown(fn() => $private->merge($filter));
    thrown(fn() => serialize($filter));
    /* as everyone else sees it */
    $other = BloomFilter::attach('ids');
    var_dump($other->isReady(), $other->mightContain('never added'), $other->add('from outside'));
    echo php('-r', '$other = BloomFilter::shared("ids", 1000, 0.01, fn() => print("a second loader\n"));
        var_dump($other->isReady(), $other->mightContain("never added"), $other->add("from another process"), $other->info()["loading_pid"] === ' . getmypid() . ');');
    return 'whatever';
});
var_dump($calls, $filter->isReady(), $filter->generation());
echo json_encode($filter->mightContainMany(['a', 'b', 'c', 'from outside', 'from another process', 'never added'])), "\n";
var_dump(count($private), $filter->info()['loading_pid'], $filter->info()['loading_since']);
BloomFilter::shared('ids', 1000, 0.01, fn() => print("loaded again\n"));
?>
--EXPECTF--
int(1)
string(11) "BloomFilter"
bool(false)
int(1)
bool(true)
bool(false)
int(0)
[true,true,true]
bool(false)
bool(true)
bool(true)
Bloom\StorageException: Cannot export %s/ids.bloom: it is not loaded yet, so a copy would answer "absent" wrongly; copy it when it is ready
Bloom\StorageException: Cannot save %s/ids.bloom: it is not loaded yet, so a copy would answer "absent" wrongly; copy it when it is ready
Bloom\StorageException: Cannot clone %s/ids.bloom: it is not loaded yet, so a copy would answer "absent" wrongly; copy it when it is ready
Bloom\StorageException: Cannot merge from %s/ids.bloom: it is not loaded yet, so a copy would answer "absent" wrongly; copy it when it is ready
Bloom\StorageException: Cannot serialize a shared filter: pass its name on and attach(), or serialize what export() returns
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
int(1)
bool(true)
int(1)
[true,true,true,true,true,false]
int(0)
NULL
NULL
