<?php

declare(strict_types=1);

/* "make": prints serialized images, one a line in base64. "check": reads them and prints them again, or why not. */

require __DIR__ . '/../../bootstrap.php';

if ($argv[1] === 'make') {
    mt_srand((int) $argv[2]);
    for ($i = 0; $i < 60; $i++) {
        $filter = new BloomFilter(mt_rand(1, 3000), 10 ** -(mt_rand(302, 9000) / 1000));
        $filter->addMany(array_map(static fn() => mt_rand(), range(1, mt_rand(1, 2000))));
        if ($i % 3 === 0) {
            $filter->rebuild(static fn(BloomFilter $next) => $next->add((string) mt_rand()), mt_rand(1, 2000));
        }
        if ($i % 7 === 0) {
            $filter->clear();
        }
        echo base64_encode(serialize($filter)), "\n";
    }
    exit;
}
while (($line = fgets(STDIN)) !== false) {
    try {
        echo base64_encode(serialize(unserialize((string) base64_decode(rtrim($line), true)))), "\n";
    } catch (Bloom\FilterException $exception) {
        echo get_class($exception), ': ', $exception->getMessage(), "\n";
    }
}
