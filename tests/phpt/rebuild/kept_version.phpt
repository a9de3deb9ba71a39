--TEST--
A new version that the loader kept answers "might be present" once its rebuild is over, and takes nothing more
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
function kept(bool $throw): BloomFilter
{
    $filter = new BloomFilter(1000);
    try {
        $filter->rebuild(function (BloomFilter $next) use (&$kept, $throw) {
            $kept = $next;
            $next->add('loaded');
            if ($throw) {
                throw new LogicException();
            }
        });
    } catch (LogicException) {
    }

    return $kept;
}
foreach ([false, true] as $throw) {
    $kept = kept($throw);
    var_dump($kept->isReady(), $kept->mightContain('loaded'), $kept->mightContain('never added'));
    echo json_encode([$kept->mightContainMany(['x', 'y']), $kept->mightContainMany(['k' => 'x']), $kept->mightContainMany(new ArrayIterator(['x']))]), "\n";
    var_dump($kept->__debugInfo(), $kept->generation());
}
$calls = [
    fn() => $kept->add('x'),
    fn() => $kept->addMany(['x']),
    fn() => $kept->count(),
    fn() => $kept->clear(),
    fn() => $kept->info(),
    fn() => $kept->rebuild(fn() => null),
    fn() => $kept->getBitsSizeKB(),
    fn() => $kept->estimateFalsePositiveRate(1),
    fn() => $kept->isCompatibleWith(new BloomFilter(1000)),
    fn() => $kept->merge(new BloomFilter(1000)),
    fn() => (new BloomFilter(1000))->merge($kept),
    fn() => $kept->export(),
    fn() => $kept->save('php://memory'),
    fn() => serialize($kept),
    fn() => clone $kept,
];
foreach ($calls as $call) {
    try {
        $call();
        echo "nothing thrown\n";
    } catch (Bloom\StorageException $exception) {
        echo $exception->getMessage() === 'Cannot use this version of the filter: its rebuild is over; use the filter on which rebuild() was called'
            ? 'ok ' : $exception->getMessage();
    }
}
thrown(fn() => $kept->__construct(10));
thrown(fn() => $kept->__unserialize(['image' => (new BloomFilter(10))->export()]));
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
[[true,true],{"k":true},[true]]
array(1) {
  ["ready"]=>
  bool(false)
}
int(1)
bool(false)
bool(true)
bool(true)
[[true,true],{"k":true},[true]]
array(1) {
  ["ready"]=>
  bool(false)
}
int(1)
ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok Error: BloomFilter::__construct() must not be called on an existing filter
Error: BloomFilter::__unserialize() must not be called on an existing filter
