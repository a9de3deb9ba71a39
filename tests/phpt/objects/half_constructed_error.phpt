--TEST--
Every method of an object whose constructor never ended is an Error
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
require __DIR__ . '/../half_constructed.inc';
$half = half_constructed();
$arguments = [
    'add' => ['a'], 'addMany' => [['a']], 'mightContain' => ['a'], 'mightContainMany' => [['a']],
    'rebuild' => [fn() => print("loader ran\n")], 'estimateFalsePositiveRate' => [1], 'isCompatibleWith' => [$half], 'merge' => [$half],
    'save' => ['php://memory'],
];
foreach ((new ReflectionClass($half))->getMethods() as $method) {
    if (!$method->isStatic() && !in_array($method->name, ['__construct', '__unserialize', '__debugInfo'], true)) {
        echo $method->name, ' ';
        thrown(fn() => $method->invoke($half, ...$arguments[$method->name] ?? []));
    }
}
thrown(fn() => clone $half);
thrown(fn() => serialize($half));
/* it can still become a filter */
$half->__construct(10);
$half->add('a');
var_dump($half->mightContain('a'));
$half = half_constructed();
$half->__unserialize(filter_of(['b'])->__serialize());
var_dump($half->mightContain('b'));
?>
--EXPECT--
add Error: The BloomFilter object has not been initialized by its constructor
addMany Error: The BloomFilter object has not been initialized by its constructor
mightContain Error: The BloomFilter object has not been initialized by its constructor
mightContainMany Error: The BloomFilter object has not been initialized by its constructor
count Error: The BloomFilter object has not been initialized by its constructor
clear Error: The BloomFilter object has not been initialized by its constructor
isReady Error: The BloomFilter object has not been initialized by its constructor
generation Error: The BloomFilter object has not been initialized by its constructor
info Error: The BloomFilter object has not been initialized by its constructor
reportFalsePositives Error: The BloomFilter object has not been initialized by its constructor
rebuild Error: The BloomFilter object has not been initialized by its constructor
getBitsSizeKB Error: The BloomFilter object has not been initialized by its constructor
estimateFalsePositiveRate Error: The BloomFilter object has not been initialized by its constructor
flush Error: The BloomFilter object has not been initialized by its constructor
isCompatibleWith Error: The BloomFilter object has not been initialized by its constructor
merge Error: The BloomFilter object has not been initialized by its constructor
export Error: The BloomFilter object has not been initialized by its constructor
save Error: The BloomFilter object has not been initialized by its constructor
__serialize Error: The BloomFilter object has not been initialized by its constructor
Error: The BloomFilter object has not been initialized by its constructor
Error: The BloomFilter object has not been initialized by its constructor
bool(true)
bool(true)
