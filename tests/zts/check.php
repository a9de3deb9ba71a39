<?php

declare(strict_types=1);

/* After all threads: nothing is lost, one of them loaded, and all maps are of this one process. */

require_once __DIR__ . '/support.php';

$filter = BloomFilter::attach('ids');
$scalable = Bloom\ScalableFilter::attach('growing');
expect($filter->isReady(), 'the filter is loaded');
expect(count(file(LOADS) ?: []) === 1, 'one thread loads');
expect(array_sum($filter->mightContainMany(loaded())) === count(loaded()), 'what the loader added is there');
$requests = 0;
foreach (items_so_far() as $items) {
    $requests++;
    expect(array_sum($filter->mightContainMany($items)) === count($items), 'what a thread added is there');
    expect(array_sum($scalable->mightContainMany($items)) === count($items), 'what a thread added is in the filter that grew');
}
expect($requests === THREAD * ROUND, 'every request has come to its end');
expect($filter->generation() > 1, 'it was rebuilt');
expect(count($scalable->info()['layers']) > 3, 'it grew');
expect(Bloom\CountingFilter::attach('counts')->countOf('all') === 15, 'counters saturate');
expect(Bloom\SharedMemory::info()['mappings'] <= 4, 'versions that nobody uses are unmapped');
expect(!$filter->mightContain('never added'), 'what nobody added is absent');
echo "$requests requests, version {$filter->generation()}\n";
