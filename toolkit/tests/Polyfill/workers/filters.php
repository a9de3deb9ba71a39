<?php

declare(strict_types=1);

/*
 * Fills filters of random parameters with random items and prints everything they answer. Arguments: seed, how
 * many.
 */

require __DIR__ . '/../../bootstrap.php';

$item = static function (): string {
    $length = mt_rand(0, 9) === 0 ? mt_rand(0, 1500) : mt_rand(0, 40);
    $bytes = '';
    while (strlen($bytes) < $length) {
        $bytes .= pack('V', mt_rand());
    }

    return substr($bytes, 0, $length);
};

mt_srand((int) $argv[1]);
for ($i = 0; $i < (int) $argv[2]; $i++) {
    $count = (int) (10 ** (mt_rand(0, 3200) / 1000));
    $rate = 10 ** -(mt_rand(302, 9000) / 1000);
    $filter = new BloomFilter($count, $rate);
    $answers = '';
    $added = [];
    for ($n = 0; $n < $count * ($i % 5 === 0 ? 3 : 1); $n++) {
        $answers .= (int) $filter->add($added[] = $item());
    }
    $answers .= $filter->addMany([1, -5, PHP_INT_MIN, '1', 'x', 7]);
    for ($n = 0; $n < 500; $n++) {
        $answers .= (int) $filter->mightContain($item());
    }
    $answers .= json_encode($filter->mightContainMany(['a' => 1, 7 => 'x', 'b' => PHP_INT_MIN, 'no']));
    if (in_array(false, $filter->mightContainMany($added), true)) {
        throw new LogicException('An added item is missing');
    }
    $filter->reportFalsePositives(3);
    $info = array_diff_key($filter->info(), ['created_at' => 0]);
    echo md5($answers), ' ', count($filter), ' ', $filter->getBitsSizeKB(), ' ', json_encode($info), ' ',
    md5(substr($filter->export(), 512, -16)), "\n";
}
