--TEST--
remove() takes one add back; duplicates are bounded
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$filter = new CuckooFilter(1000, 0.001);
var_dump($filter->remove('a'), $filter->add('a'), $filter->add('a'), $filter->remove('a'), $filter->mightContain('a'), $filter->remove('a'), $filter->mightContain('a'), $filter->remove('a'));
$generation = $filter->generation();
$filter->add('a');
$filter->rebuild(fn(CuckooFilter $next) => $next->add('a'));
var_dump($filter->remove('a', $generation), $filter->mightContain('a'), $filter->remove('a', $generation + 1), $filter->mightContain('a'));
thrown(fn() => $filter->remove('a', 0));
$times = 0;
try {
    for (; $times < 1000; $times++) $filter->add('the same');
} catch (Bloom\FilterFullException) {
}
var_dump($times >= 1 && $times <= 1000, $filter->mightContain('the same'));
$filter->addMany(items(900));
foreach (items(900) as $item) if (!$filter->remove($item)) echo "not removed\n";
var_dump($filter->mightContain('the same'));
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(false)
ValueError: Bloom\CuckooFilter::remove(): Argument #2 ($ifGeneration) must be null or between 1 and 9223372036854775807
bool(true)
bool(true)
bool(true)
