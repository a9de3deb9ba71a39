--TEST--
What is added to the filter during a rebuild is in both versions
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(['old'], 1000, 1e-9);
foreach ([null, 50_000, 1] as $n) {
    $filter->rebuild(function (BloomFilter $next) use ($filter) {
        $next->add('loaded');
        var_dump($filter->add('single'));
        $filter->addMany(['list']);
        $filter->addMany(new ArrayIterator(['walked']));
        var_dump(missing($filter, ['single', 'list', 'walked']), $filter->mightContain('loaded') && $filter->generation() === 1);
    }, $n);
    var_dump(missing($filter, ['loaded', 'single', 'list', 'walked']));
    $filter->clear();
}
/* a rebuild that fails keeps them too */
$filter = filter_of(['old'], 1000, 1e-9);
try {
    $filter->rebuild(function () use ($filter) {
        $filter->add('single');
        throw new LogicException();
    });
} catch (LogicException) {
}
var_dump(missing($filter, ['old', 'single']));
?>
--EXPECT--
bool(true)
int(0)
bool(false)
int(0)
bool(true)
int(0)
bool(false)
int(0)
bool(true)
int(0)
bool(false)
int(0)
int(0)
