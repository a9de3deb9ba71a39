--TEST--
rebuild() and clear() of every kind
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
foreach ([CountingFilter::class, ScalableFilter::class, RotatingFilter::class, CuckooFilter::class] as $class) {
    $filter = new $class(1000, 0.001);
    $filter->addMany(['old', 'both']);
    $filter->rebuild(function (Bloom\MembershipFilter $next) use ($filter, $class) {
        if ($next::class !== $class) echo "$class gets another class\n";
        $next->addMany(['both', 'new']);
        $filter->add('meanwhile');
    }, 2000, 0.01);
    echo json_encode($filter->mightContainMany(['old', 'both', 'new', 'meanwhile'])), ' ', json_encode([$filter->generation(), $filter->info()['expected_items'],
        $filter->info()['false_positive_rate'], count($filter)]), "\n";
    try {
        $filter->rebuild(function ($next) use ($filter) { $filter->add('kept'); throw new DomainException(); });
    } catch (DomainException) {
        echo json_encode($filter->mightContainMany(['both', 'kept'])), ' ', $filter->generation(), "\n";
    }
    $filter->clear();
    echo json_encode($filter->mightContainMany(['both', 'kept'])), ' ', json_encode([$filter->generation(), count($filter)]), "\n";
    var_dump($filter->add('again'), $filter->mightContain('again'));
}
?>
--EXPECT--
[false,true,true,true] [2,2000,0.01,3]
[true,true] 2
[false,false] [3,0]
bool(true)
bool(true)
[false,true,true,true] [2,2000,0.01,3]
[true,true] 2
[false,false] [3,0]
bool(true)
bool(true)
[false,true,true,true] [2,2000,0.01,3]
[true,true] 2
[false,false] [3,0]
bool(true)
bool(true)
[false,true,true,true] [2,2000,0.01,3]
[true,true] 2
[false,false] [3,0]
bool(true)
bool(true)
