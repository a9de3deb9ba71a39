--TEST--
In a filter whose size is no power of two, every part gets its share of the bits
--DESCRIPTION--
At 3 * 2^21 bits; the unit tests look at sizes beyond 2^32.
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
[$low, $high] = [1, 10_000_000];
while ($high - $low > 1) {
    $middle = intdiv($low + $high, 2);
    BloomFilter::plan($middle)['bits'] <= 3 << 21 ? $low = $middle : $high = $middle;
}
$filter = filter_of(items(100_000), $low);
$bytes = substr($filter->export(), 512, -16);
var_dump(strlen($bytes) === (3 << 21) / 8);
$counts = [];
foreach (str_split($bytes, intdiv(strlen($bytes), 48)) as $part) {
    $set = 0;
    foreach (count_chars($part, 1) as $byte => $times) {
        $set += $times * substr_count(decbin($byte), '1');
    }
    $counts[] = $set;
}
/* chi-square with 47 degrees of freedom, times k, since an item's bits lie together: mean 47 k, deviation 9.7 k */
$mean = array_sum($counts) / 48;
$chi = array_sum(array_map(fn($count) => ($count - $mean) ** 2 / $mean, $counts));
$k = $filter->info()['hash_count'];
var_dump(count($counts), $chi < $k * (47 + 5 * 9.7) ?: $chi);
?>
--EXPECT--
bool(true)
int(48)
bool(true)
