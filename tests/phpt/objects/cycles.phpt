--TEST--
Filters in reference cycles are collected, those still referenced stay whole
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
gc_collect_cycles();
$kept = filter_of(items(100));
for ($i = 0; $i < 100; $i++) {
    $node = new stdClass();
    $node->self = $node;
    $node->own = new BloomFilter(100);
    $node->kept = $kept;
    $references[] = WeakReference::create($node->own);
}
unset($node);
var_dump(gc_collect_cycles() >= 100);
var_dump(count(array_filter($references, fn($reference) => $reference->get() !== null)));
/* a loader that holds its own filter is a cycle while it runs */
$kept->rebuild(function (BloomFilter $next) use ($kept) {
    gc_collect_cycles();
    $next->addMany(items(100));
});
var_dump(missing($kept, items(100)));
?>
--EXPECT--
bool(true)
int(0)
int(0)
