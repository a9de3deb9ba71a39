--TEST--
php --ri, --re, --rc and phpinfo() are useful
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$lines = explode("\n", php('--ri', 'bloom'));
foreach (['Version => ' . phpversion('bloom'), 'Image format => 1', 'bloom.hash_key => public key => public key'] as $line) {
    var_dump(in_array($line, $lines, true));
}
var_dump(count(preg_grep('/^Hash => XXH3 \(128 bit\), xxhash \d+\.\d+\.\d+$/', $lines)), count(preg_grep('/^Lookups => \w+/', $lines)), count(preg_grep('/^Kinds => bloom/', $lines)));
$extension = php('--re', 'bloom');
foreach (['bloom version ' . phpversion('bloom'), 'final class BloomFilter implements Bloom\MembershipFilter', '$falsePositiveRate = 0.01', 'Dependency [ hash (Required) ]'] as $part) {
    var_dump(str_contains($extension, $part));
}
var_dump(str_contains(php('--rc', 'BloomFilter'), 'Method [ <internal:bloom> static public method plan ]'));
var_dump(str_contains(php('-m'), "\nbloom\n"));
ob_start();
phpinfo(INFO_MODULES);
var_dump(str_contains(ob_get_clean(), 'Bloom filters => enabled'));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(1)
int(1)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
