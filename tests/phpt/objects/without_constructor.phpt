--TEST--
Reflection cannot make a filter without its constructor
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$class = new ReflectionClass('BloomFilter');
thrown(fn() => $class->newInstanceWithoutConstructor());
thrown(fn() => $class->newInstance());
var_dump($class->newInstance(10)->isReady(), $class->newInstanceArgs(['expectedItems' => 10])->isReady());
if (method_exists($class, 'newLazyGhost')) { /* PHP 8.4 */
    foreach (['newLazyGhost', 'newLazyProxy'] as $method) {
        try {
            $class->$method(fn() => new BloomFilter(10));
            echo "$method accepted\n";
        } catch (Error) {
        }
    }
}
?>
--EXPECT--
ReflectionException: Class BloomFilter is an internal class marked as final that cannot be instantiated without invoking its constructor
ArgumentCountError: BloomFilter::__construct() expects at least 1 argument, 0 given
bool(true)
bool(true)
