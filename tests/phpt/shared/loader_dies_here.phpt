--TEST--
What runs after a loader that ended in a fatal error can load, rebuild and clear the filter
--INI--
bloom.load_retry=0
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
if (!isset($argv[1])) {
    echo php(__FILE__, 'load'), php(__FILE__, 'rebuild');
    exit;
}
register_shutdown_function(function () {
    $filter = BloomFilter::attach('ids');
    echo json_encode([$filter->isReady(), $filter->info()['loading_pid'], shared_files()]), "\n";
    if ($GLOBALS['argv'][1] === 'load') {
        BloomFilter::shared('ids', 1000, 0.01, fn(BloomFilter $filter) => $filter->add('loaded'));
    } else {
        $filter->rebuild(fn(BloomFilter $next) => $next->add('rebuilt'));
    }
    echo json_encode([$filter->isReady(), $filter->mightContainMany(['loaded', 'rebuilt', 'half']), shared_files()]), "\n";
    $filter->clear();
    echo json_encode($filter->mightContainMany(['loaded', 'rebuilt', 'half'])), "\n";
});
$die = function (BloomFilter $filter): void {
    $filter->add('half');
    eval('class stdClass {}');
};
if ($argv[1] === 'load') {
    BloomFilter::shared('ids', 1000, 0.01, $die);
} else {
    BloomFilter::attach('ids')->rebuild($die, 5000);
}
echo "not reached\n";
?>
--EXPECTF--
%AFatal error: %A
[false,null,["ids.bloom"]]
[true,[true,false,true],["ids.bloom"]]
[false,false,false]
%AFatal error: %A
[true,null,["ids.bloom"]]
[true,[false,true,false],["ids.bloom"]]
[false,false,false]
