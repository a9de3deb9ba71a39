--TEST--
info() has every key of the contract, with its type
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(10));
foreach ($filter->info() as $key => $value) {
    echo $key, ': ', get_debug_type($value), "\n";
}
?>
--EXPECT--
kind: string
storage: string
name: null
path: null
ready: bool
generation: int
expected_items: int
false_positive_rate: float
bits: int
hash_count: int
bytes: int
bits_per_item: float
count: int
fill_ratio: float
estimated_false_positive_rate: float
saturated: bool
created_at: int
rebuilt_at: null
rebuild_count: int
last_rebuild_seconds: null
loading_pid: null
loading_since: null
lookups: int
positives: int
reported_false_positives: int
measured_false_positive_rate: null
