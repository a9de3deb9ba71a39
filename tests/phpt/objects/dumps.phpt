--TEST--
var_export(), json_encode() and casts of a filter show nothing of its items
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = new BloomFilter(10);
$filter->add('a');
var_export($filter);
echo "\n", json_encode($filter), "\n";
var_dump((array) $filter, (bool) $filter, iterator_count(new ArrayIterator($filter)));
thrown(fn() => (string) $filter);
thrown(fn() => eval('return ' . var_export($filter, true) . ';'));
foreach ($filter as $property) {
    echo "not reached\n";
}
?>
--EXPECTF--
\BloomFilter::__set_state(array(
))
{}
array(0) {
}
bool(true)
int(0)
Error: Object of class BloomFilter could not be converted to string
Error: Call to undefined method BloomFilter::__set_state()
