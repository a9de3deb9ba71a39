--TEST--
Classes, methods, parameters, defaults, types and attributes are those of the contract
--DESCRIPTION--
Written out once more, so that a change of the stub that breaks users is seen. More methods may come.
--FILE--
<?php
declare(strict_types=1);
function signature(ReflectionMethod $method): string
{
    $parameters = [];
    foreach ($method->getParameters() as $parameter) {
        $sensitive = $parameter->getAttributes(SensitiveParameter::class) ? '#[\SensitiveParameter] ' : '';
        $default = $parameter->isDefaultValueAvailable() ? ' = ' . strtolower(var_export($parameter->getDefaultValue(), true)) : '';
        $parameters[] = "$sensitive{$parameter->getType()} \${$parameter->getName()}$default";
    }
    $static = $method->isStatic() ? 'static ' : '';
    $type = $method->hasReturnType() ? ": {$method->getReturnType()}" : '';
    $access = $method->isPublic() ? 'public' : 'not public';

    return "$access {$static}function {$method->getName()}(" . implode(', ', $parameters) . ")$type";
}
$every_filter = <<<'LIST'
    public function add(#[\SensitiveParameter] string $item): bool
    public function addMany(#[\SensitiveParameter] iterable $items): int
    public function mightContain(#[\SensitiveParameter] string $item): bool
    public function mightContainMany(#[\SensitiveParameter] iterable $items): array
    public function count(): int
    public function clear(): void
    public function isReady(): bool
    public function generation(): int
    public function info(): array
    public function reportFalsePositives(int $count = 1): void
    public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void
    LIST;
$storage = fn(string $class, string $options = '', string $items = 'expectedItems') => <<<LIST
    public static function shared(string \$name, int \$$items, float \$falsePositiveRate,$options ?callable \$loader): $class
    public static function attach(string \$name): $class
    public static function open(string \$path, int \$$items, float \$falsePositiveRate,$options ?callable \$loader): $class
    public function flush(): void
    LIST;
$copies = fn(string $class) => <<<LIST
    public function export(): string
    public static function import(string \$image): $class
    public function save(string \$path): void
    public static function load(string \$path): $class
    public function __serialize(): array
    public function __unserialize(array \$data): void
    public function __debugInfo(): array
    LIST;
$algebra = fn(string $class) => <<<LIST
    public function isCompatibleWith($class \$other): bool
    public function merge($class \$other): void
    LIST;
$sized = <<<'LIST'
    public function __construct(int $expectedItems, float $falsePositiveRate = 0.01)
    public static function plan(int $expectedItems, float $falsePositiveRate = 0.01): array
    LIST;
$remove = 'public function remove(#[\SensitiveParameter] string $item, ?int $ifGeneration = null): bool';
$contract = [
    'Bloom\MembershipFilter' => [$every_filter],
    'Bloom\DeletableFilter' => [$every_filter, $remove],
    'BloomFilter' => [$every_filter, $sized, $storage('BloomFilter'), $algebra('BloomFilter'), $copies('BloomFilter'),
        'public function getBitsSizeKB(): float', 'public function estimateFalsePositiveRate(int $insertedItems): float'],
    'Bloom\CountingFilter' => [$every_filter, $sized, $storage('Bloom\CountingFilter'), $algebra('Bloom\CountingFilter'), $copies('Bloom\CountingFilter'),
        $remove, 'public function countOf(#[\SensitiveParameter] string $item): int'],
    'Bloom\ScalableFilter' => [$every_filter, 'public function __construct(int $initialItems, float $falsePositiveRate = 0.01)',
        $storage('Bloom\ScalableFilter', '', 'initialItems'), $copies('Bloom\ScalableFilter')],
    'Bloom\RotatingFilter' => [$every_filter,
        'public function __construct(int $expectedItems, float $falsePositiveRate = 0.01, int $windowSeconds = 3600, int $generations = 4)',
        $storage('Bloom\RotatingFilter', ' int $windowSeconds, int $generations,'), $copies('Bloom\RotatingFilter')],
    'Bloom\CuckooFilter' => [$every_filter, $sized, $copies('Bloom\CuckooFilter'), $remove],
    'Bloom\SharedMemory' => [<<<'LIST'
        not public function __construct()
        public static function list(): array
        public static function info(): array
        public static function exists(string $name): bool
        public static function attach(string $name): Bloom\MembershipFilter
        public static function drop(string $name): bool
        LIST],
];
foreach ($contract as $class => $lists) {
    foreach (explode("\n", implode("\n", $lists)) as $expected) {
        preg_match('/function (\w+)/', $expected, $match);
        $actual = method_exists($class, $match[1]) ? signature(new ReflectionMethod($class, $match[1])) : 'nothing';
        /* another name of the same type, which some versions show */
        $actual = str_replace('Traversable|array', 'iterable', $actual);
        if ($actual !== $expected) {
            echo "$class has\n  $actual\nand not\n  $expected\n";
        }
    }
}
foreach (['BloomFilter', 'Bloom\CountingFilter', 'Bloom\ScalableFilter', 'Bloom\RotatingFilter', 'Bloom\CuckooFilter'] as $class) {
    $filter = new ReflectionClass($class);
    echo $class, ': ', json_encode([$filter->isFinal(), $filter->isInternal(), $filter->getExtensionName(), $filter->isCloneable(), $filter->isIterable()]), ' ';
    $names = $filter->getInterfaceNames();
    sort($names);
    echo implode(' ', $names), "\n";
}
$interface = new ReflectionClass('Bloom\MembershipFilter');
var_dump($interface->isInterface(), $interface->getInterfaceNames());
?>
--EXPECT--
BloomFilter: [true,true,"bloom",true,false] Bloom\MembershipFilter Countable
Bloom\CountingFilter: [true,true,"bloom",true,false] Bloom\DeletableFilter Bloom\MembershipFilter Countable
Bloom\ScalableFilter: [true,true,"bloom",true,false] Bloom\MembershipFilter Countable
Bloom\RotatingFilter: [true,true,"bloom",true,false] Bloom\MembershipFilter Countable
Bloom\CuckooFilter: [true,true,"bloom",true,false] Bloom\DeletableFilter Bloom\MembershipFilter Countable
bool(true)
array(1) {
  [0]=>
  string(9) "Countable"
}
