--TEST--
bloom.hash_key cannot be changed at run time
--INI--
bloom.hash_key=fixed
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(10);
$filter->add('a');
var_dump(ini_set('bloom.hash_key', 'changed'), ini_get('bloom.hash_key'));
ini_restore('bloom.hash_key');
var_dump($filter->mightContain('a'), BloomFilter::import($filter->export())->mightContain('a'));
var_dump(ini_get_all('bloom')['bloom.hash_key']['access'] === INI_SYSTEM);
?>
--EXPECTF--
bool(false)
string(40) "secret key, fingerprint %x"
bool(true)
bool(true)
bool(true)
