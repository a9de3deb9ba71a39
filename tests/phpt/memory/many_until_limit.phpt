--TEST--
Filters of any size can be made until memory_limit, and then throw: never a fatal error
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory is not counted with USE_ZEND_ALLOC=0');
?>
--INI--
memory_limit=48M
--FILE--
<?php
declare(strict_types=1);
foreach ([10_000, 40_000, 300_000, 1_000_000, 3_000_000, 20_000_000] as $n) {
    $filters = [];
    try {
        while (true) {
            $filters[] = new BloomFilter($n);
        }
    } catch (Bloom\StorageException) {
        /* the memory manager takes 2 MiB at a time */
        $next = BloomFilter::plan($n)['bytes'] + 2 ** 21;
        echo $n, ': ', memory_get_usage(true) + $next + 2 ** 21 > 48 * 2 ** 20 ? 'used' : 'only ' . memory_get_usage(true), "\n";
        /* and there is room left to go on working */
        $text = implode(',', array_map(fn($filter) => $filter->info()['bits'], array_slice($filters, 0, 100)));
    }
}
?>
--EXPECT--
10000: used
40000: used
300000: used
1000000: used
3000000: used
20000000: used
