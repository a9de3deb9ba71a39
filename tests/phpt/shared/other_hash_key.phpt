--TEST--
A filter made under another hash key is refused
--INI--
bloom.hash_key=mine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
shared_of('ids', ['a']);
echo php('-d', 'bloom.hash_key=theirs', '-r', '
    require $argv[1];
    thrown(fn() => BloomFilter::attach("ids"));
    thrown(fn() => Bloom\SharedMemory::attach("ids"));
    thrown(fn() => BloomFilter::shared("ids", 1000, 0.01, fn() => print("loaded\n")));
    thrown(fn() => BloomFilter::open(ini_get("bloom.shm_dir") . "/ids.bloom", 1000, 0.01, null));
    var_dump(Bloom\SharedMemory::exists("ids"), array_keys(Bloom\SharedMemory::list()), Bloom\SharedMemory::list()["ids"]["error"]);
    ', __DIR__ . '/../support.inc');
var_dump(BloomFilter::attach('ids')->mightContain('a'));
?>
--EXPECTF--
Bloom\IncompatibleFilterException: Cannot attach %s/ids.bloom: it was made under another hash key (bloom.hash_key); use the key it was made with, or remove the file
Bloom\IncompatibleFilterException: Cannot attach %s/ids.bloom: it was made under another hash key (bloom.hash_key); use the key it was made with, or remove the file
Bloom\IncompatibleFilterException: Cannot open %s/ids.bloom: it was made under another hash key (bloom.hash_key); use the key it was made with, or remove the file
Bloom\IncompatibleFilterException: Cannot open %s/ids.bloom: it was made under another hash key (bloom.hash_key); use the key it was made with, or remove the file
bool(true)
array(1) {
  [0]=>
  string(3) "ids"
}
string(163) "Cannot attach %s/ids.bloom: it was made under another hash key (bloom.hash_key); use the key it was made with, or remove the file"
bool(true)
