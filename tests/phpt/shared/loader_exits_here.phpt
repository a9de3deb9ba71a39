--TEST--
What runs after a loader that exits finds the filter not ready
--INI--
bloom.load_retry=0
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
register_shutdown_function(function () {
    $filter = BloomFilter::attach('ids');
    var_dump($filter->isReady(), $filter->mightContain('never added'), $filter->add('late'));
});
BloomFilter::shared('ids', 1000, 0.01, function (BloomFilter $filter) {
    $filter->add('half');
    exit("exit\n");
});
?>
--EXPECT--
exit
bool(false)
bool(true)
bool(false)
