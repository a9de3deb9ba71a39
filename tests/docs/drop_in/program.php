<?php

declare(strict_types=1);

/*
 * A program that uses a BloomFilter class, whichever there is: it must print the same with BloomFilter.php and with the
 * extension. Every parameter is named, so that a name that differs is an Error.
 */

const ITEMS = 20_000;

$filter = new BloomFilter(expectedItems: ITEMS, falsePositiveRate: 0.01);

$early = 0;
for ($i = 0; $i < ITEMS; $i++) {
    $early += $filter->mightContain(item: "user-$i") ? 1 : 0;
    $filter->add(item: "user-$i");
}
echo 'may have been there before it was added: ', $early < ITEMS / 100 ? 'few' : 'many', "\n";

$found = 0;
for ($i = 0; $i < ITEMS; $i++) {
    $found += $filter->mightContain(item: "user-$i") ? 1 : 0;
}
echo "found: $found\n";

foreach (['', '0', "a\0b", str_repeat('x', 100_000), "\xff\xfe"] as $item) {
    $filter->add(item: $item);
    echo 'found: ', var_export($filter->mightContain(item: $item), true), "\n";
}

$wrong = 0;
for ($i = 0; $i < 10 * ITEMS; $i++) {
    $wrong += $filter->mightContain(item: "stranger-$i") ? 1 : 0;
}
$rate = $wrong / (10 * ITEMS);
echo 'rate: ', $rate > 0.009 && $rate < 0.011 ? 'about 1 %' : $rate, "\n";

$kilobytes = $filter->getBitsSizeKB();
echo 'size: ', $kilobytes > 23 && $kilobytes < 25 ? 'about 24 KB' : $kilobytes, "\n";

$estimates = array_map(
    static fn(int $items): float => $filter->estimateFalsePositiveRate(insertedItems: $items),
    [0, intdiv(ITEMS, 2), ITEMS, 2 * ITEMS, 100 * ITEMS],
);
$sorted = $estimates;
sort($sorted);
echo 'estimates rise: ', var_export($sorted === $estimates, true), "\n";
echo 'of an empty filter: ', $estimates[0], "\n";
echo 'as planned: ', abs($estimates[2] - 0.01) < 0.0005 ? 'about 1 %' : $estimates[2], "\n";
echo 'far too full: ', $estimates[4] > 0.999 && $estimates[4] <= 1.0 ? 'about 1' : $estimates[4], "\n";

$default = new BloomFilter(expectedItems: 1);
$default->add(item: 'only');
echo 'smallest: ', var_export($default->mightContain(item: 'only'), true), ', ', var_export($default->mightContain(item: 'other'), true), "\n";
