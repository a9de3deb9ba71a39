--TEST--
rebuild() switches every object and process; what is added meanwhile is kept
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$filter = shared_of('ids', ['old', 'both']);
$other = BloomFilter::attach('ids');
$filter->rebuild(function (...$arguments) use ($filter, $other) {
    [$next] = $arguments;
    var_dump(count($arguments), $next::class, $next->isReady(), $next->generation(), $next->mightContain('never added'), $next->add('new'), $next->addMany(['both']));
    thrown(fn() => $next->export());
    var_dump($filter->isReady(), $filter->generation());
    echo json_encode($filter->mightContainMany(['old', 'both', 'new'])), "\n";
    var_dump($filter->add('meanwhile 1'), $other->add('meanwhile 2'), $other->add('meanwhile 2'));
    echo php('-r', 'BloomFilter::attach("ids")->addMany(["meanwhile 3"]);');
    echo implode(' ', shared_files()), "\n";
    var_dump($filter->info()['loading_pid'] === getmypid());
});
foreach ([$filter, $other, BloomFilter::attach('ids')] as $any) {
    var_dump($any->generation());
    echo json_encode($any->mightContainMany(['old', 'both', 'new', 'meanwhile 1', 'meanwhile 2', 'meanwhile 3', 'never added'])), "\n";
}
echo php('-r', '$filter = BloomFilter::attach("ids"); echo $filter->generation(), " ", json_encode($filter->mightContainMany(["old", "both", "new", "meanwhile 1"])), "\n";');
$info = $filter->info();
var_dump($info['rebuild_count'], abs($info['rebuilt_at'] - time()) <= 5, $info['last_rebuild_seconds'] > 0, $info['loading_pid']);
echo implode(' ', shared_files()), "\n";
?>
--EXPECTF--
int(1)
string(11) "BloomFilter"
bool(false)
int(2)
bool(true)
bool(false)
int(0)
Bloom\StorageException: Cannot export %s/ids.bloom: it is not loaded yet, so a copy would answer "absent" wrongly; copy it when it is ready
bool(true)
int(1)
[true,true,false]
bool(true)
bool(true)
bool(false)
ids.2 ids.bloom
bool(true)
int(2)
[false,true,true,true,true,true,false]
int(2)
[false,true,true,true,true,true,false]
int(2)
[false,true,true,true,true,true,false]
2 [false,true,true,true]
int(1)
bool(true)
bool(true)
NULL
ids.bloom
