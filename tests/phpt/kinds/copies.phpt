--TEST--
Exported, saved, serialized and cloned filters of every kind are equal to the original, and apart from it
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
$path = scratch_directory() . '/filter';
foreach ([CountingFilter::class, ScalableFilter::class, RotatingFilter::class, CuckooFilter::class] as $class) {
    $filter = new $class(100, 0.001);
    $filter->addMany(items(100));
    if ($class === ScalableFilter::class) $filter->addMany(items(1000));
    $filter->save($path);
    $copies = ['import' => $class::import($filter->export()), 'load' => $class::load($path), 'unserialize' => unserialize(serialize($filter)), 'clone' => clone $filter,
        'again' => $class::import($class::import($filter->export())->export())];
    $before = count($filter);
    foreach ($copies as $name => $copy) {
        if ($copy::class !== $class || missing($copy, items(100)) !== 0 || count($copy) !== $before
            || ($class !== RotatingFilter::class && $copy->export() !== $filter->export())) {
            echo "$class $name differs\n";
        }
        if ($copy instanceof Bloom\DeletableFilter) {
            if ($copy->remove('item-0') !== true || $copy->mightContain('item-0') || !$filter->mightContain('item-0')) echo "$class $name: remove\n";
        }
        $copy->add('only in the copy');
        if (!$copy->mightContain('only in the copy') || $filter->mightContain('only in the copy')) echo "$class $name is not apart\n";
    }
    foreach ([1, 100, 511, 512, 600, strlen($filter->export()) - 1] as $length) {
        try {
            $class::import(substr($filter->export(), 0, $length));
            echo "$class of $length bytes accepted\n";
        } catch (Bloom\CorruptImageException) {
        }
    }
    $image = $filter->export();
    $image[600] = ~$image[600];
    thrown(fn() => $class::import($image));
}
?>
--EXPECT--
Bloom\CorruptImageException: The image cannot be used: it is damaged (checksum mismatch); take another copy, or build the filter again
Bloom\CorruptImageException: The image cannot be used: it is damaged (checksum mismatch); take another copy, or build the filter again
Bloom\CorruptImageException: The image cannot be used: it is damaged (checksum mismatch); take another copy, or build the filter again
Bloom\CorruptImageException: The image cannot be used: it is damaged (checksum mismatch); take another copy, or build the filter again
