<?php

declare(strict_types=1);

/*
 * Damages images in all ways, with checksums made right again, and prints what import()
 * says of each. Reads the images, one a line in base64.
 */

require __DIR__ . '/../../bootstrap.php';

/** Both checksums made to fit the bytes. */
$sealed = static function (string $image): string {
    $image = substr_replace($image, strrev(hash('xxh3', substr($image, 0, 184), true)), 184, 8);

    return substr($image, 0, -16) . hash('xxh128', substr($image, 0, -16), true);
};
$verdict = static function (string $image): string {
    try {
        $filter = BloomFilter::import($image);
        $filter->add('a');

        // beyond byte 192 the header holds what no plain filter has
        return md5(substr($filter->export(), 0, 192) . substr($filter->export(), 512, -16));
    } catch (Bloom\CorruptImageException $exception) {
        return $exception->getMessage();
    }
};

mt_srand(20_260_801);
while (($line = fgets(STDIN)) !== false) {
    $image = (string) base64_decode(rtrim($line), true);
    for ($length = 0; $length < 600; $length += $length < 10 ? 1 : 37) {
        echo "length {$length}: ", $verdict(substr($image, 0, $length)), "\n";
    }
    echo $verdict($image . 'x'), "\n", $verdict($sealed($image . 'x')), "\n";
    for ($offset = 0; $offset < 560; $offset++) {
        if ($offset === 10) {
            continue; // which other kinds an extension knows depends on its release
        }
        $damaged = $image;
        $damaged[$offset] = chr(ord($damaged[$offset]) ^ (1 << mt_rand(0, 7)));
        echo "{$offset}: ", $verdict($damaged), ' / ', $verdict($sealed($damaged)), "\n";
    }
    foreach ([16, 24, 32, 40, 48, 56, 60, 64, 128, 136, 168, 176] as $offset) {
        foreach (["\0\0\0\0\0\0\0\0", "\1\0\0\0\0\0\0\0", "\xff\xff\xff\xff\xff\xff\xff\xff", "\0\0\0\0\0\0\0\x80", "\0\0\0\0\0\0\xf0\x7f"] as $word) {
            echo "{$offset}: ", $verdict($sealed(substr_replace($image, $word, $offset, 8))), "\n";
        }
    }
}
