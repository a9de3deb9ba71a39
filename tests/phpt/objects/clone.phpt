--TEST--
A clone is a deep copy: both go their own way, and either may die first
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
foreach ([[100, 0.01], [100_000, 1e-6]] as [$n, $p]) {
    $filter = filter_of(items(100), $n, $p);
    $copy = clone $filter;
    var_dump($copy->export() === $filter->export());
    $copy->add('copy');
    $filter->add('original');
    echo json_encode([$filter->mightContainMany(['copy', 'original']), $copy->mightContainMany(['copy', 'original'])]), "\n";
    $copy->clear();
    var_dump(missing($filter, items(100)));
    $copy = clone $filter;
    unset($filter);
    var_dump(missing($copy, items(100)));
    $third = clone $copy;
    unset($copy);
    var_dump(missing($third, items(100)), $third->info()['lookups']);
}
?>
--EXPECT--
bool(true)
[[false,true],[true,false]]
int(0)
int(0)
int(0)
int(100)
bool(true)
[[false,true],[true,false]]
int(0)
int(0)
int(0)
int(100)
