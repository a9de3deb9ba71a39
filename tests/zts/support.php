<?php

declare(strict_types=1);

/* What the requests and the final check share. */

define('LOADS', ini_get('bloom.shm_dir') . '/../loads');
define('IMAGES', ini_get('bloom.shm_dir') . '/../images');
define('TRUTH', ini_get('bloom.shm_dir') . '/../truth');

function expect(bool $holds, string $what): void
{
    if (!$holds) {
        fwrite(fopen('php://stderr', 'w'), sprintf("thread %d, round %d: not so: %s\n", THREAD, ROUND, $what));
        exit(1);
    }
}

/** @return list<string> what the loader adds */
function loaded(): array
{
    return array_map(static fn(int $i): string => "loaded $i", range(1, 1000));
}

/** @return list<string> what this request of this thread adds */
function items(int $thread, int $round): array
{
    return array_map(static fn(int $i): string => "item $thread $round $i", range(1, 50));
}

/** @return iterable<list<string>> what requests have added, or are about to */
function items_so_far(): iterable
{
    foreach (glob(TRUTH . '/*') ?: [] as $path) {
        [$thread, $round] = array_map(intval(...), explode('-', basename($path)));
        yield items($thread, $round);
    }
}
