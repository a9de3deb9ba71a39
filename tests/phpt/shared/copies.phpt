--TEST--
Clones, exported and saved copies are private
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$filter = shared_of('ids', items(100));
$file = scratch_directory() . '/saved';
$filter->save($file);
$copies = ['clone' => clone $filter, 'import' => BloomFilter::import($filter->export()), 'load' => BloomFilter::load($file)];
$filter->add('later');
foreach ($copies as $name => $copy) {
    $copy->add('own');
    $info = $copy->info();
    echo "$name: ", missing($copy, items(100)), ' missing, ', json_encode([$copy->mightContain('later'), $info['storage'], $info['name'], $info['path'], $info['generation']]), "\n";
}
var_dump($filter->mightContain('own'), count($filter));
$private = filter_of([...items(100), 'later']);
var_dump(substr($filter->export(), 512, -16) === substr($private->export(), 512, -16));
/* a saved one is not a shared one, nor the other way round */
thrown(fn() => BloomFilter::open($file, 1000, 0.01, null));
thrown(fn() => BloomFilter::load(shared_directory() . '/ids.bloom'));
thrown(fn() => BloomFilter::import(file_get_contents(shared_directory() . '/ids.bloom')));
?>
--EXPECTF--
clone: 0 missing, [false,"private",null,null,1]
import: 0 missing, [false,"private",null,null,1]
load: 0 missing, [false,"private",null,null,1]
bool(false)
int(101)
bool(true)
Bloom\CorruptImageException: Cannot open %s/saved: it is a saved or exported filter, which cannot be shared; use load()
Bloom\CorruptImageException: The filter in %s/ids.bloom cannot be used: it is truncated; take another copy, or build the filter again
Bloom\CorruptImageException: The image cannot be used: it is truncated; take another copy, or build the filter again
