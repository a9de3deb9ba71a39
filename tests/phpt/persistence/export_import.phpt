--TEST--
import() makes of what export() returned the same filter
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
foreach ([[1, 0.5], [1, 1e-9], [100, 0.01], [5000, 1e-6], [50_000, 0.001]] as [$n, $p]) {
    $filter = filter_of(items($n), $n, $p);
    $filter->rebuild(fn($next) => $next->addMany(items($n)));
    $image = $filter->export();
    $copy = BloomFilter::import($image);
    $without = fn(array $info) => array_diff_key($info, ['lookups' => 0, 'positives' => 0]);
    echo json_encode([strlen($image) === $filter->info()['bytes'] + 16, $filter->export() === $image, $copy->export() === $image,
        missing($copy, items($n)), $copy->generation(), $without($copy->info()) === $without($filter->info())]), "\n";
}
$copy->add('only in the copy');
var_dump($filter->mightContain('only in the copy'), $copy->isCompatibleWith($filter));
?>
--EXPECT--
[true,true,true,0,2,true]
[true,true,true,0,2,true]
[true,true,true,0,2,true]
[true,true,true,0,2,true]
[true,true,true,0,2,true]
bool(false)
bool(true)
