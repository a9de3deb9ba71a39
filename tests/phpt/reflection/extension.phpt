--TEST--
The extension tells its name, version, dependencies and settings
--FILE--
<?php
declare(strict_types=1);
$extension = new ReflectionExtension('bloom');
var_dump($extension->getName(), preg_match('/^\d+\.\d+\.\d+/', $extension->getVersion()), $extension->getVersion() === phpversion('bloom'));
echo json_encode([$extension->getDependencies()['hash'], $extension->getFunctions(), array_key_exists('bloom.hash_key', $extension->getINIEntries())]), "\n";
echo implode(' ', array_intersect(['BloomFilter', 'Bloom\MembershipFilter', 'Bloom\FilterException', 'Bloom\StorageException'], $extension->getClassNames())), "\n";
?>
--EXPECT--
string(5) "bloom"
int(1)
bool(true)
["Required",[],true]
BloomFilter Bloom\MembershipFilter Bloom\FilterException Bloom\StorageException
