--TEST--
Until a rebuild ends its new version is not ready: it answers "might be present" and cannot be copied
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
foreach ([new BloomFilter(1000), new CountingFilter(1000), new ScalableFilter(1000), new RotatingFilter(1000, 0.01, 60, 4), new CuckooFilter(1000)] as $filter) {
    $filter->rebuild(function ($next) use ($filter) {
        echo $next::class, ' ', json_encode([$next->isReady(), $next->info()['ready'], $next->add('a'), $next->addMany(['b', 'c'])]), "\n";
        echo json_encode([$next->mightContain('never added'), $next->mightContainMany(['a', 'never added']), count($next), $next->info()['positives']]), "\n";
        $calls = ['clone' => fn() => clone $next, 'export' => fn() => $next->export(), 'save' => fn() => $next->save('php://memory'),
            'serialize' => fn() => serialize($next), 'merge' => fn() => $filter->merge($next), 'remove' => fn() => $next->remove('a')];
        foreach ($calls as $method => $call) {
            if (in_array($method, ['clone', 'serialize']) || method_exists($next, $method)) {
                thrown($call);
            }
        }
        if ($next instanceof CountingFilter) {
            var_dump($next->countOf('a'));
        }
    });
    echo json_encode([$filter->isReady(), $filter->mightContainMany(['a', 'b', 'c', 'never added'])]), "\n";
}
?>
--EXPECT--
BloomFilter [false,false,false,0]
[true,[true,true],3,3]
Bloom\StorageException: Cannot clone the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot export the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot save the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot export the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot merge from the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
[true,[true,true,true,false]]
Bloom\CountingFilter [false,false,false,0]
[true,[true,true],3,3]
Bloom\StorageException: Cannot clone the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot export the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot save the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot export the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot merge from the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot remove from the filter: it is not loaded yet; remove when rebuild() has returned
int(15)
[true,[true,true,true,false]]
Bloom\ScalableFilter [false,false,false,0]
[true,[true,true],3,3]
Bloom\StorageException: Cannot clone the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot export the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot save the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot export the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
[true,[true,true,true,false]]
Bloom\RotatingFilter [false,false,false,0]
[true,[true,true],3,3]
Bloom\StorageException: Cannot clone the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot export the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot save the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot export the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
[true,[true,true,true,false]]
Bloom\CuckooFilter [false,false,false,0]
[true,[true,true],3,3]
Bloom\StorageException: Cannot clone the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot export the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot save the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot export the filter: it is not loaded yet, so a copy would answer "absent" wrongly; wait until rebuild() returns
Bloom\StorageException: Cannot remove from the filter: it is not loaded yet; remove when rebuild() has returned
[true,[true,true,true,false]]
