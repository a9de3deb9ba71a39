--TEST--
An image is little-endian with fixed widths, whatever the machine
--FILE--
<?php
declare(strict_types=1);
$filter = new BloomFilter(1000, 0.01);
$image = $filter->export();
$plan = BloomFilter::plan(1000, 0.01);
$header = unpack('H16magic/vversion/vkind/Vheader_bytes/Ppayload_bytes/Pn/ep/Pkey/Pblocks/Vk/Vlines', $image);
var_dump($header['magic'], $header['version'], $header['kind'], $header['header_bytes'], $header['n'], $header['p'], $header['key'], $header['lines']);
var_dump($header['payload_bytes'] === $plan['bits'] / 8, $header['blocks'] === $plan['bits'] / 512, $header['k'] === $plan['hash_count']);
/* both checksums are those of the hash extension */
var_dump(substr($image, 184, 8) === strrev(hash('xxh3', substr($image, 0, 184), true)));
var_dump(substr($image, -16) === hash('xxh128', substr($image, 0, -16), true));
/* nothing of this machine is in it */
var_dump(trim(substr($image, 192, 320), "\0"), trim(substr($image, 512, -16), "\0"));
?>
--EXPECT--
string(16) "89424c4f4f4d0d0a"
int(1)
int(1)
int(512)
int(1000)
float(0.01)
int(0)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(0) ""
string(0) ""
