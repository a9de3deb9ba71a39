--TEST--
Batches set and test the same bits as single calls, at every batch length
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$differences = 0;
foreach ([0.1, 1e-4] as $rate) {
    for ($length = 0; $length <= 130; $length++) {
        $items = items($length, "length-$length");
        [$single, $list, $map, $generator] = array_map(fn() => new BloomFilter(200, $rate), range(1, 4));
        $new = 0;
        foreach ($items as $item) {
            $new += (int) $single->add($item);
        }
        $differences += $list->addMany($items) !== $new;
        $differences += $map->addMany(array_combine($items, $items)) !== $new;
        $differences += $generator->addMany((fn() => yield from $items)()) !== $new;
        foreach ([$list, $map, $generator] as $other) {
            /* the images differ only in when they were made */
            $differences += substr($other->export(), 512, -16) !== substr($single->export(), 512, -16);
        }
        $probes = array_merge($items, items($length, 'other'));
        $answers = array_map($single->mightContain(...), $probes);
        $differences += $single->mightContainMany($probes) !== $answers;
        $differences += $length > 0 && $single->mightContainMany(array_combine($probes, $probes)) !== array_combine($probes, $answers);
        $differences += $single->mightContainMany((fn() => yield from $probes)()) !== $answers;
    }
}
var_dump($differences);
?>
--EXPECT--
int(0)
