--TEST--
A filter without loader is ready at once, and everything that has its name is the same filter
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$began = time();
$a = BloomFilter::shared('Revoked.tokens-1_x', 1000, 0.01, null);
$b = BloomFilter::shared('Revoked.tokens-1_x', 1000, 0.01, null);
$c = BloomFilter::attach('Revoked.tokens-1_x');
$d = Bloom\SharedMemory::attach('Revoked.tokens-1_x');
var_dump($a->isReady(), $a->generation(), count($a), $d::class);
var_dump($a->add('from a'), $b->add('from a'), $b->addMany(['from b', 'from a']));
foreach ([$a, $b, $c, $d] as $filter) {
    echo json_encode($filter->mightContainMany(['from a', 'from b', 'from c'])), ' ', count($filter), "\n";
}
echo php('-r', '$filter = BloomFilter::attach("Revoked.tokens-1_x"); echo json_encode($filter->mightContainMany(["from a", "from b", "from c"])), "\n"; $filter->add("from c");');
var_dump($a->mightContain('from c'));
echo implode(' ', shared_files()), "\n";
printf("%o\n", fileperms(shared_directory() . '/Revoked.tokens-1_x.bloom'));
$info = $a->info();
foreach (['kind', 'storage', 'name', 'ready', 'generation', 'expected_items', 'false_positive_rate', 'rebuild_count', 'rebuilt_at', 'last_rebuild_seconds',
    'loading_pid', 'loading_since', 'saturated'] as $key) {
    echo $key, ': ', json_encode($info[$key], JSON_PRESERVE_ZERO_FRACTION), "\n";
}
var_dump($info['path'] === shared_directory() . '/Revoked.tokens-1_x.bloom', $info['created_at'] >= $began - 1 && $info['created_at'] <= time());
var_dump($info['bytes'] === filesize($info['path']), $info['bits'] === BloomFilter::plan(1000)['bits']);
?>
--EXPECT--
bool(true)
int(1)
int(0)
string(11) "BloomFilter"
bool(true)
bool(false)
int(1)
[true,true,false] 2
[true,true,false] 2
[true,true,false] 2
[true,true,false] 2
[true,true,false]
bool(true)
Revoked.tokens-1_x.bloom
100600
kind: "bloom"
storage: "shared"
name: "Revoked.tokens-1_x"
ready: true
generation: 1
expected_items: 1000
false_positive_rate: 0.01
rebuild_count: 0
rebuilt_at: null
last_rebuild_seconds: null
loading_pid: null
loading_since: null
saturated: false
bool(true)
bool(true)
bool(true)
bool(true)
