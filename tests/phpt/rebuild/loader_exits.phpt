--TEST--
A loader that exits: what runs after it finds the current version
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(100));
register_shutdown_function(function () use ($filter) {
    var_dump(missing($filter, items(100)), $filter->mightContain('half'), $filter->generation());
    $filter->add('late');
    $filter->rebuild(fn($next) => $next->add('again'));
    var_dump($filter->mightContain('again'), $filter->generation());
});
$filter->rebuild(function (BloomFilter $next) {
    $next->add('half');
    exit("exit\n");
});
echo "not reached\n";
?>
--EXPECT--
exit
int(0)
bool(false)
int(1)
bool(true)
int(2)
