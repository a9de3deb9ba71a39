--TEST--
A filter of another kind is refused, and stays as it is
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
shared_of('plain', ['a']);
Bloom\CountingFilter::shared('counting', 1000, 0.01, null);
Bloom\ScalableFilter::shared('scalable', 1000, 0.01, null);
Bloom\RotatingFilter::shared('rotating', 1000, 0.01, 60, 4, null);
$classes = ['plain' => BloomFilter::class, 'counting' => Bloom\CountingFilter::class, 'scalable' => Bloom\ScalableFilter::class, 'rotating' => Bloom\RotatingFilter::class];
foreach ($classes as $name => $own) {
    foreach ($classes as $class) {
        if ($class !== $own) {
            thrown(fn() => $class::attach($name));
            $options = $class === Bloom\RotatingFilter::class ? [60, 4] : [];
            thrown(fn() => $class::shared($name, 1000, 0.01, ...$options, ...[fn() => print("loaded\n")]));
        }
    }
    var_dump($own::attach($name)::class === $own, Bloom\SharedMemory::attach($name)::class === $own);
}
thrown(fn() => Bloom\RotatingFilter::shared('rotating', 1000, 0.01, 61, 4, null));
thrown(fn() => Bloom\RotatingFilter::shared('rotating', 1000, 0.01, 60, 5, null));
?>
--EXPECTF--
Bloom\IncompatibleFilterException: Cannot attach %s/plain.bloom: it holds a filter of kind "bloom", not "counting"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/plain.bloom: it holds a filter of kind "bloom", not "counting"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot attach %s/plain.bloom: it holds a filter of kind "bloom", not "scalable"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/plain.bloom: it holds a filter of kind "bloom", not "scalable"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot attach %s/plain.bloom: it holds a filter of kind "bloom", not "rotating"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/plain.bloom: it holds a filter of kind "bloom", not "rotating"; use the class of that kind, or another name
bool(true)
bool(true)
Bloom\IncompatibleFilterException: Cannot attach %s/counting.bloom: it holds a filter of kind "counting", not "bloom"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/counting.bloom: it holds a filter of kind "counting", not "bloom"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot attach %s/counting.bloom: it holds a filter of kind "counting", not "scalable"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/counting.bloom: it holds a filter of kind "counting", not "scalable"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot attach %s/counting.bloom: it holds a filter of kind "counting", not "rotating"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/counting.bloom: it holds a filter of kind "counting", not "rotating"; use the class of that kind, or another name
bool(true)
bool(true)
Bloom\IncompatibleFilterException: Cannot attach %s/scalable.bloom: it holds a filter of kind "scalable", not "bloom"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/scalable.bloom: it holds a filter of kind "scalable", not "bloom"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot attach %s/scalable.bloom: it holds a filter of kind "scalable", not "counting"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/scalable.bloom: it holds a filter of kind "scalable", not "counting"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot attach %s/scalable.bloom: it holds a filter of kind "scalable", not "rotating"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/scalable.bloom: it holds a filter of kind "scalable", not "rotating"; use the class of that kind, or another name
bool(true)
bool(true)
Bloom\IncompatibleFilterException: Cannot attach %s/rotating.bloom: it holds a filter of kind "rotating", not "bloom"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/rotating.bloom: it holds a filter of kind "rotating", not "bloom"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot attach %s/rotating.bloom: it holds a filter of kind "rotating", not "counting"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/rotating.bloom: it holds a filter of kind "rotating", not "counting"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot attach %s/rotating.bloom: it holds a filter of kind "rotating", not "scalable"; use the class of that kind, or another name
Bloom\IncompatibleFilterException: Cannot open %s/rotating.bloom: it holds a filter of kind "rotating", not "scalable"; use the class of that kind, or another name
bool(true)
bool(true)
Bloom\IncompatibleFilterException: Cannot open %s/rotating.bloom: it was made with other options of its kind; use the same ones, drop it first, or use another name
Bloom\IncompatibleFilterException: Cannot open %s/rotating.bloom: it was made with other options of its kind; use the same ones, drop it first, or use another name
