--TEST--
A remove during a rebuild is not carried to the new version
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$filter = new CountingFilter(1000, 0.001);
$filter->addMany(['a', 'b']);
$filter->rebuild(function (CountingFilter $next) use ($filter) {
    $next->add('a');
    var_dump($filter->remove('a'), $filter->mightContain('a'));
});
var_dump($filter->mightContain('a'), $filter->countOf('a'), $filter->mightContain('b'));
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
int(1)
bool(false)
