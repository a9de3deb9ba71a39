--TEST--
A loader may rebuild another filter, and copy its own as it is
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$a = filter_of(['a']);
$b = filter_of(['b']);
$a->rebuild(function (BloomFilter $next) use ($a, $b, &$copies) {
    $next->add('loaded');
    $copies = [clone $a, unserialize(serialize($a)), BloomFilter::import($a->export())];
    $b->rebuild(function (BloomFilter $next_b) use ($a, $b) {
        $a->add('from b');
        $b->add('from b');
        $next_b->add('loaded b');
    });
});
echo json_encode([$a->mightContainMany(['loaded', 'from b', 'a']), $b->mightContainMany(['loaded b', 'from b', 'b'])]), "\n";
foreach ($copies as $copy) {
    echo json_encode($copy->mightContainMany(['a', 'loaded', 'from b'])), $copy->generation(), "\n";
    $copy->add('z');
}
?>
--EXPECT--
[[true,true,false],[true,true,false]]
[true,false,false]1
[true,false,false]1
[true,false,false]1
