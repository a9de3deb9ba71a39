<?php

declare(strict_types=1);

/* One request of one thread: filters that all threads share, and one of its own. */

require_once __DIR__ . '/support.php';

$filter = BloomFilter::shared('ids', 100_000, 0.001, static function (BloomFilter $filter): void {
    file_put_contents(LOADS, 'loaded by thread ' . THREAD . "\n", FILE_APPEND | LOCK_EX);
    usleep(20_000); // long enough for others to come by
    $filter->addMany(loaded());
});
$own = items(THREAD, ROUND);
file_put_contents(TRUTH . '/' . THREAD . '-' . ROUND, ''); // what the loader of a rebuild reads
$filter->addMany($own);
expect(array_sum($filter->mightContainMany($own)) === count($own), 'a thread finds what it added');

$counting = Bloom\CountingFilter::shared('counts', 10_000, 0.001, null);
$counting->add('all');
$counting->add("thread " . THREAD);
$counting->remove("thread " . THREAD);

$scalable = Bloom\ScalableFilter::shared('growing', 100, 0.001, null);
$scalable->addMany($own);

// one thread at a time can rebuild; the others' adds go to both versions
if (ROUND % 5 === THREAD % 5) {
    try {
        $filter->rebuild(static function (BloomFilter $next): void {
            $next->addMany(loaded());
            foreach (items_so_far() as $items) {
                $next->addMany($items);
            }
        });
    } catch (Bloom\StorageException $exception) {
        expect(str_contains($exception->getMessage(), 'rebuil'), $exception->getMessage());
    }
}

// the key is each thread's own copy of the same one
$private = new BloomFilter(1000);
$private->addMany($own);
if (ROUND === 0) {
    file_put_contents(IMAGES . '/' . THREAD, $private->export());
}
foreach (glob(IMAGES . '/*') ?: [] as $path) {
    $image = (string) file_get_contents($path);
    if ($image !== '') {
        $items = items((int) basename($path), 0);
        expect(array_sum(BloomFilter::import($image)->mightContainMany($items)) === count($items), 'threads hash alike');
    }
}
