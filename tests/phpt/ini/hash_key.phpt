--TEST--
bloom.hash_key: its fingerprint is in images, and the bits depend on it
--INI--
bloom.hash_key=fleet-secret-42
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(500));
var_dump(missing($filter, items(500)), missing(BloomFilter::import($filter->export()), items(500)), missing(unserialize(serialize($filter)), items(500)));
$image = $filter->export();
var_dump(substr($image, 40, 8) === substr(hash('sha256', 'bloom fingerprintfleet-secret-42', true), 0, 8));
/* no trace of the key itself */
var_dump(str_contains($image, 'fleet'));
$code = 'require $argv[1]; echo base64_encode(filter_of(items(500))->export());';
$payload = fn(string $image): string => substr($image, 512, -16);
$public = base64_decode(php('-d', 'bloom.hash_key=', '-r', $code, dirname(__DIR__) . '/support.inc'));
$same = base64_decode(php('-r', $code, dirname(__DIR__) . '/support.inc'));
$other = base64_decode(php('-d', 'bloom.hash_key=other', '-r', $code, dirname(__DIR__) . '/support.inc'));
var_dump(substr($public, 40, 8) === str_repeat("\0", 8));
var_dump($payload($same) === $payload($image), $payload($public) === $payload($image), $payload($other) === $payload($image), $payload($other) === $payload($public));
?>
--EXPECT--
int(0)
int(0)
int(0)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
