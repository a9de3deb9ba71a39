--TEST--
serialize() and unserialize() keep size, items and provenance
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
foreach ([[1, 0.5], [1000, 0.01], [5000, 1e-6]] as [$n, $p]) {
    $filter = filter_of(items($n), $n, $p);
    $filter->rebuild(fn($next) => $next->addMany(items($n)));
    $copy = unserialize(serialize($filter));
    var_dump($copy == $filter, $copy->export() === $filter->export(), missing($copy, items($n)));
    $copy->add('only in the copy');
    var_dump($copy->generation(), $copy->info()['rebuild_count'], $n > 1 && $filter->mightContain('only in the copy'));
}
var_dump(array_keys($filter->__serialize()), $filter->__serialize()['image'] === $filter->export());
?>
--EXPECT--
bool(false)
bool(true)
int(0)
int(2)
int(1)
bool(false)
bool(false)
bool(true)
int(0)
int(2)
int(1)
bool(false)
bool(false)
bool(true)
int(0)
int(2)
int(1)
bool(false)
array(1) {
  [0]=>
  string(5) "image"
}
bool(true)
