<?php

declare(strict_types=1);

/* Prints plan() and estimateFalsePositiveRate() for random parameters. Arguments: seed, how many. */

require __DIR__ . '/../../bootstrap.php';

mt_srand((int) $argv[1]);
for ($i = 0; $i < (int) $argv[2]; $i++) {
    $items = (int) (10 ** (mt_rand(0, 9000) / 1000));
    $rate = match ($i % 8) {
        0 => [0.5, 0.25, 0.1, 0.01, 0.001, 1e-4, 1e-6, 1e-9][intdiv($i, 8) % 8],
        default => 10 ** -(mt_rand(302, 9000) / 1000),
    };
    echo $items, ' ', json_encode([$rate, BloomFilter::plan($items, $rate)]), "\n";
    if ($i % 4 === 0 && $items < 20_000) {
        $filter = new BloomFilter($items, $rate);
        $insertions = [0, 1, $items, 3 * $items, 20 * $items, PHP_INT_MAX];
        echo json_encode(array_map($filter->estimateFalsePositiveRate(...), $insertions)), "\n";
    }
}
