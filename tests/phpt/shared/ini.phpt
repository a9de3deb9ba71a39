--TEST--
Settings: defaults, ranges, and who may change them
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
foreach (ini_get_all('bloom') as $name => $setting) {
    if ($name !== 'bloom.shm_dir') echo "$name ", json_encode($setting['global_value']), " $setting[access]\n";
}
var_dump(ini_get_all('bloom')['bloom.shm_dir']['access'], ini_set('bloom.shm_dir', '/tmp'), ini_set('bloom.shm_max_size', '1'));
foreach (['lock_timeout', 'load_retry', 'revalidate'] as $name) {
    foreach (['-1', '86401', '-0.1', '0', '0.25', '86400'] as $value) {
        echo "$name = $value: ", json_encode(@ini_set("bloom.$name", $value)), ' ', ini_get("bloom.$name"), "\n";
    }
}
ini_set('bloom.load_retry', '-5');
echo php('-d', 'bloom.revalidate=-1', '-d', 'bloom.shm_max_size=-1', '-r', 'var_dump(ini_get("bloom.revalidate"), ini_get("bloom.shm_max_size"), BloomFilter::shared("a", 10, 0.1, null)->isReady());');
?>
--EXPECTF--
bloom.hash_key "" 4
bloom.load_retry "1" 7
bloom.lock_timeout "5" 7
bloom.revalidate "1" 7
bloom.shm_max_size "0" 4
bloom.stats "1" 7
int(4)
bool(false)
bool(false)
lock_timeout = -1: false 5
lock_timeout = 86401: false 5
lock_timeout = -0.1: false 5
lock_timeout = 0: "5" 0
lock_timeout = 0.25: "0" 0.25
lock_timeout = 86400: "0.25" 86400
load_retry = -1: false 1
load_retry = 86401: false 1
load_retry = -0.1: false 1
load_retry = 0: "1" 0
load_retry = 0.25: "0" 0.25
load_retry = 86400: "0.25" 86400
revalidate = -1: false 1
revalidate = 86401: false 1
revalidate = -0.1: false 1
revalidate = 0: "1" 0
revalidate = 0.25: "0" 0.25
revalidate = 86400: "0.25" 86400

Warning: bloom.load_retry must be between 0 and 86400 seconds, a number without a unit in %s on line 13

Warning: bloom.revalidate must be between 0 and 86400 seconds, a number without a unit in Unknown on line 0
string(1) "1"
string(1) "0"
bool(true)
