--TEST--
merge() into and from shared filters
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$shared = shared_of('ids', ['shared']);
$other = shared_of('other', ['other']);
$private = filter_of(['private']);
$shared->merge($private);
$shared->merge($other);
$private->merge($other);
$shared->merge($shared);
$shared->merge(BloomFilter::attach('ids'));
var_dump($shared->isCompatibleWith($private), $private->isCompatibleWith($shared), $shared->isCompatibleWith(new BloomFilter(10)));
foreach ([$shared, BloomFilter::attach('ids'), $other, $private] as $filter) {
    echo json_encode($filter->mightContainMany(['shared', 'other', 'private', 'none'])), "\n";
}
thrown(fn() => $shared->merge(new BloomFilter(10)));
thrown(fn() => (new BloomFilter(10))->merge($shared));
/* a merge during a rebuild goes to both versions, or is refused */
$shared->rebuild(fn(BloomFilter $next) => $shared->merge(filter_of(['meanwhile'])));
echo json_encode($shared->mightContainMany(['shared', 'meanwhile'])), "\n";
$shared->rebuild(fn(BloomFilter $next) => thrown(fn() => $shared->merge(filter_of(['too late']))), 5000);
echo json_encode($shared->mightContainMany(['meanwhile', 'too late'])), "\n";
?>
--EXPECTF--
bool(true)
bool(true)
bool(false)
[true,true,true,false]
[true,true,true,false]
[false,true,false,false]
[false,true,true,false]
Bloom\IncompatibleFilterException: Cannot merge a filter of 512 bits and 4 hashes into one of 10752 bits and 5 hashes; give both the same number of items and the same rate
Bloom\IncompatibleFilterException: Cannot merge a filter of 10752 bits and 5 hashes into one of 512 bits and 4 hashes; give both the same number of items and the same rate
[false,true]
Bloom\IncompatibleFilterException: Cannot merge into %s/ids.bloom: it is being rebuilt to another size; merge when that has ended
[false,false]
