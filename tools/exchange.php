<?php

declare(strict_types=1);

/*
 * Filters of every kind that one PHP version writes and another reads.
 *
 * php -d extension=bloom.so tools/exchange.php write | read DIRECTORY
 */

namespace Bloom\Tools;

const ITEMS = 20_000;

/** @return array<string, \Closure(): object> an empty filter of each kind, by class name */
function kinds(): array
{
    return array_filter([
        \BloomFilter::class => static fn(): object => new \BloomFilter(ITEMS, 0.0005),
        'Bloom\ScalableFilter' => static fn(): object => new ('Bloom\ScalableFilter')((int) (ITEMS / 8), 0.01),
        'Bloom\CountingFilter' => static fn(): object => new ('Bloom\CountingFilter')(ITEMS, 0.01),
        'Bloom\CuckooFilter' => static fn(): object => new ('Bloom\CuckooFilter')(ITEMS, 0.001),
    ], class_exists(...), ARRAY_FILTER_USE_KEY);
}

/** @return list<string> */
function items(): array
{
    return array_map(static fn(int $i): string => hash('xxh128', "item $i", true), range(1, ITEMS));
}

function write(string $directory): void
{
    foreach (kinds() as $class => $make) {
        $filter = $make();
        $filter->addMany(items());
        $base = $directory . '/' . strtr($class, '\\', '-');
        $filter->save("$base.saved");
        file_put_contents("$base.exported", $filter->export());
        file_put_contents("$base.serialized", serialize($filter));
        file_put_contents("$base.count", (string) count($filter));
    }
}

function check(string $directory): bool
{
    $passed = $failed = 0;
    foreach (kinds() as $class => $make) {
        $base = $directory . '/' . strtr($class, '\\', '-');
        $read = [
            'load()' => static fn(): object => $class::load("$base.saved"),
            'import()' => static fn(): object => $class::import((string) file_get_contents("$base.exported")),
            'unserialize()' => static fn(): object => unserialize((string) file_get_contents("$base.serialized")),
        ];
        foreach ($read as $how => $open) {
            try {
                $filter = $open();
                $absent = array_filter($filter->mightContainMany(items()), static fn(bool $answer): bool => !$answer);
                $wrong = match (true) {
                    $absent !== [] => count($absent) . ' items are absent',
                    count($filter) !== (int) file_get_contents("$base.count") => 'it counts ' . count($filter),
                    method_exists($filter, 'isCompatibleWith') && !$filter->isCompatibleWith($make()) => 'it is not compatible with one made here',
                    default => null,
                };
            } catch (\Throwable $error) {
                $wrong = get_class($error) . ': ' . $error->getMessage();
            }
            if ($wrong === null) {
                $passed++;
            } else {
                $failed++;
                echo "FAILED   $class $how: $wrong\n";
            }
        }
    }
    printf("exchange-%d.%d: %d passed, %d failed\n", PHP_MAJOR_VERSION, PHP_MINOR_VERSION, $passed, $failed);

    return $failed === 0 && $passed > 0;
}

$directory = $argv[2] ?? '';
if (!is_dir($directory) || !in_array($argv[1], ['write', 'read'], true)) {
    fwrite(STDERR, "usage: php -d extension=bloom.so tools/exchange.php write | read DIRECTORY\n");
    exit(2);
}
if ($argv[1] === 'write') {
    write($directory);
} elseif (!check($directory)) {
    exit(1);
}
