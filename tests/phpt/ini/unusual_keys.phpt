--TEST--
A key of any length and bytes is a key
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$seen = [];
foreach (['x', '0', str_repeat('long', 5000), 'ünïcödé', 'with "quotes"', "two\nlines"] as $key) {
    $ini = scratch_directory() . '/php.ini';
    file_put_contents($ini, "bloom.hash_key='$key'\n");
    $code = '$filter = new BloomFilter(10); $filter->add("a"); var_dump($filter->mightContain("a")); echo bin2hex(substr($filter->export(), 40, 8)), "\n";';
    [$answer, $fingerprint] = explode("\n", php('-c', $ini, '-r', $code));
    echo $answer, ' ', json_encode($fingerprint === bin2hex(substr(hash('sha256', "bloom fingerprint$key", true), 0, 8))), "\n";
}
?>
--EXPECT--
bool(true) true
bool(true) true
bool(true) true
bool(true) true
bool(true) true
bool(true) true
