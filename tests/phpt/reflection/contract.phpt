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
$contract = [
    'Bloom\MembershipFilter' => $every_filter,
    'BloomFilter' => $every_filter . "\n" . <<<'LIST'
        public function __construct(int $expectedItems, float $falsePositiveRate = 0.01)
        public static function plan(int $expectedItems, float $falsePositiveRate = 0.01): array
        public function getBitsSizeKB(): float
        public function estimateFalsePositiveRate(int $insertedItems): float
        public function isCompatibleWith(BloomFilter $other): bool
        public function merge(BloomFilter $other): void
        public function export(): string
        public static function import(string $image): BloomFilter
        public function save(string $path): void
        public static function load(string $path): BloomFilter
        public function __serialize(): array
        public function __unserialize(array $data): void
        public function __debugInfo(): array
        LIST,
];
foreach ($contract as $class => $list) {
    foreach (explode("\n", $list) as $expected) {
        preg_match('/function (\w+)/', $expected, $match);
        $actual = method_exists($class, $match[1]) ? signature(new ReflectionMethod($class, $match[1])) : 'nothing';
        /* another name of the same type, which some versions show */
        $actual = str_replace('Traversable|array', 'iterable', $actual);
        if ($actual !== $expected) {
            echo "$class has\n  $actual\nand not\n  $expected\n";
        }
    }
}
$filter = new ReflectionClass('BloomFilter');
var_dump($filter->isFinal(), $filter->isInternal(), $filter->getExtensionName(), $filter->isCloneable(), $filter->isIterable());
echo implode(' ', $filter->getInterfaceNames()), "\n";
$interface = new ReflectionClass('Bloom\MembershipFilter');
var_dump($interface->isInterface(), $interface->getInterfaceNames());
?>
--EXPECT--
bool(true)
bool(true)
string(5) "bloom"
bool(true)
bool(false)
Bloom\MembershipFilter Countable
bool(true)
array(1) {
  [0]=>
  string(9) "Countable"
}
