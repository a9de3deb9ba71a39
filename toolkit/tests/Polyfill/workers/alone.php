<?php

declare(strict_types=1);

/* What only the class in PHP does: prints the outcome of each use as JSON. Argument: an empty directory. */

require __DIR__ . '/../../bootstrap.php';

$directory = $argv[1];
$class = new ReflectionClass(BloomFilter::class);
$arguments = [
    'add' => ['a'], 'addMany' => [[]], 'mightContain' => ['a'], 'mightContainMany' => [[]],
    'estimateFalsePositiveRate' => [1], 'rebuild' => [strlen(...)], 'save' => ['x'],
    'merge' => [new BloomFilter(1)], 'isCompatibleWith' => [new BloomFilter(1)],
];
$harmless = ['__construct', '__unserialize', '__debugInfo', '__set'];
$uses = [
    'shared' => static fn(): mixed => BloomFilter::__callStatic('shared', ['name', 10, 0.1, null]),
    'attach' => static fn(): mixed => BloomFilter::__callStatic('attach', ['name']),
    'open' => static fn(): mixed => BloomFilter::__callStatic('open', ['path', 10, 0.1, null]),
    'method_exists' => static fn(): array => array_map(
        static fn(string $method): bool => method_exists(BloomFilter::class, $method),
        ['shared', 'attach', 'open'],
    ),
    'create' => static fn(): mixed => BloomFilter::__callStatic('create', []),
    'property' => static fn() => (new BloomFilter(1))->__set('size', 1),
    'memory_limit' => static function (): string {
        ini_set('memory_limit', '64M');

        return get_debug_type(new BloomFilter(2_000_000_000, 0.01));
    },
    'failed save' => static fn() => (new BloomFilter(10))->save($directory . '/absent/filter.bloom'),
    'files after it' => static fn(): array|false => scandir($directory),
];
foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
    if (!$method->isStatic() && !in_array($method->name, $harmless, true)) {
        $uses["{$method->name} without constructor"] = static fn(): mixed => $method->invoke(
            $class->newInstanceWithoutConstructor(),
            ...$arguments[$method->name] ?? [],
        );
    }
}

$outcomes = [];
foreach ($uses as $name => $use) {
    try {
        $outcomes[$name] = $use();
    } catch (Throwable $throwable) {
        $outcomes[$name] = get_class($throwable) . ': ' . $throwable->getMessage();
    }
}
echo json_encode($outcomes, JSON_THROW_ON_ERROR);
