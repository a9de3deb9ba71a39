--TEST--
SharedMemory: what there is and what it costs
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
var_dump(Bloom\SharedMemory::list());
$info = Bloom\SharedMemory::info();
echo implode(' ', array_keys($info)), "\n";
var_dump($info['directory'] === shared_directory(), $info['exists'], $info['filters'], $info['used_bytes'], $info['max_bytes'], $info['mappings']);
shared_of('plain', ['a', 'b']);
Bloom\CountingFilter::shared('counting', 100, 0.01, null)->add('a');
Bloom\ScalableFilter::shared('scalable', 100, 0.01, null);
Bloom\RotatingFilter::shared('123', 100, 0.01, 60, 4, null);
file_put_contents(shared_directory() . '/broken.bloom', 'x');
file_put_contents(shared_directory() . '/README', 'no filter');
chmod(shared_directory() . '/broken.bloom', 0600);
$list = Bloom\SharedMemory::list();
ksort($list, SORT_STRING);
foreach ($list as $name => $info) {
    echo json_encode([$name, $info['name'], $info['kind'] ?? null, $info['ready'], $info['count'] ?? null, $info['error'] ?? null], JSON_UNESCAPED_SLASHES), "\n";
}
var_dump(array_diff_key($list['plain'], BloomFilter::attach('plain')->info()) === []);
$info = Bloom\SharedMemory::info();
var_dump($info['filters'], $info['used_bytes'] > 4 * 512, $info['available_bytes'] > 0 && $info['available_bytes'] <= $info['filesystem_bytes'], $info['mappings'], $info['mapped_bytes'] > 0);
foreach (['plain', 'counting', 'scalable', '123', 'broken'] as $name) {
    var_dump(Bloom\SharedMemory::drop($name));
}
var_dump(Bloom\SharedMemory::list(), shared_files());
?>
--EXPECTF--
array(0) {
}
directory exists filesystem filters used_bytes max_bytes filesystem_bytes available_bytes mapped_bytes mappings
bool(true)
bool(true)
int(0)
int(0)
NULL
int(0)
[123,"123","rotating",true,0,null]
["broken","broken",null,false,null,"Cannot attach %s/broken.bloom: it is truncated; remove the file, or use another name"]
["counting","counting","counting",true,1,null]
["plain","plain","bloom",true,2,null]
["scalable","scalable","scalable",true,0,null]
bool(true)
int(5)
bool(true)
bool(true)
int(4)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
array(1) {
  [0]=>
  string(6) "README"
}
