--TEST--
Settings in seconds take numbers only: what has a unit or is no number leaves them as they were
--FILE--
<?php
declare(strict_types=1);
foreach (['2.5', '0', '86400', '1e2', '5s', '5 minutes', '1,5', 'abc', '', 'off', '-1', '86400.1', 'nan', 'inf', '0x10'] as $value) {
    ini_set('bloom.lock_timeout', '7');
    printf("%s: %s, then %s\n", json_encode($value), json_encode(@ini_set('bloom.lock_timeout', $value)), ini_get('bloom.lock_timeout'));
}
ini_set('bloom.revalidate', '1m');
?>
--EXPECTF--
"2.5": "7", then 2.5
"0": "7", then 0
"86400": "7", then 86400
"1e2": "7", then 1e2
"5s": false, then 7
"5 minutes": false, then 7
"1,5": false, then 7
"abc": false, then 7
"": false, then 7
"off": false, then 7
"-1": false, then 7
"86400.1": false, then 7
"nan": false, then 7
"inf": false, then 7
"0x10": false, then 7

Warning: bloom.revalidate must be between 0 and 86400 seconds, a number without a unit in %s on line %d
