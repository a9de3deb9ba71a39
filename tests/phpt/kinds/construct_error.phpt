--TEST--
Constructors and plan() refuse what is out of range
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
foreach ([CountingFilter::class, ScalableFilter::class, RotatingFilter::class, CuckooFilter::class] as $class) {
    thrown(fn() => new $class(0));
    thrown(fn() => new $class(-5));
    thrown(fn() => new $class(10, 0.51));
    thrown(fn() => new $class(10, 1e-10));
    thrown(fn() => new $class(10, NAN));
    try {
        new $class(PHP_INT_MAX);
        echo "made\n";
    } catch (ValueError) {
    }
    thrown(fn() => new $class());
    thrown(fn() => new $class('10'));
    var_dump((new $class(1))->isReady(), (new $class(10, 0.5))->add('a'), (new $class(10, 1e-9))->add('a'));
}
foreach ([[10, 0.1, 0], [10, 0.1, -1], [10, 0.1, PHP_INT_MAX], [10, 0.1, 60, 0], [10, 0.1, 60, 33], [10, 0.1, 60, PHP_INT_MAX]] as $arguments) {
    thrown(fn() => new RotatingFilter(...$arguments));
}
thrown(fn() => CountingFilter::plan(0));
thrown(fn() => CuckooFilter::plan(10, 0.9));
?>
--EXPECT--
ValueError: Bloom\CountingFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: Bloom\CountingFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: Bloom\CountingFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: Bloom\CountingFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: Bloom\CountingFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ArgumentCountError: Bloom\CountingFilter::__construct() expects at least 1 argument, 0 given
TypeError: Bloom\CountingFilter::__construct(): Argument #1 ($expectedItems) must be of type int, string given
bool(true)
bool(true)
bool(true)
ValueError: Bloom\ScalableFilter::__construct(): Argument #1 ($initialItems) must be between 1 and 9223372036854775807
ValueError: Bloom\ScalableFilter::__construct(): Argument #1 ($initialItems) must be between 1 and 9223372036854775807
ValueError: Bloom\ScalableFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: Bloom\ScalableFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: Bloom\ScalableFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ArgumentCountError: Bloom\ScalableFilter::__construct() expects at least 1 argument, 0 given
TypeError: Bloom\ScalableFilter::__construct(): Argument #1 ($initialItems) must be of type int, string given
bool(true)
bool(true)
bool(true)
ValueError: Bloom\RotatingFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: Bloom\RotatingFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: Bloom\RotatingFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: Bloom\RotatingFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: Bloom\RotatingFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ArgumentCountError: Bloom\RotatingFilter::__construct() expects at least 1 argument, 0 given
TypeError: Bloom\RotatingFilter::__construct(): Argument #1 ($expectedItems) must be of type int, string given
bool(true)
bool(true)
bool(true)
ValueError: Bloom\CuckooFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: Bloom\CuckooFilter::__construct(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: Bloom\CuckooFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: Bloom\CuckooFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ValueError: Bloom\CuckooFilter::__construct(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
ArgumentCountError: Bloom\CuckooFilter::__construct() expects at least 1 argument, 0 given
TypeError: Bloom\CuckooFilter::__construct(): Argument #1 ($expectedItems) must be of type int, string given
bool(true)
bool(true)
bool(true)
ValueError: Bloom\RotatingFilter::__construct(): Argument #3 ($windowSeconds) must be between 1 and 2147483647
ValueError: Bloom\RotatingFilter::__construct(): Argument #3 ($windowSeconds) must be between 1 and 2147483647
ValueError: Bloom\RotatingFilter::__construct(): Argument #3 ($windowSeconds) must be between 1 and 2147483647
ValueError: Bloom\RotatingFilter::__construct(): Argument #4 ($generations) must be between 1 and 32
ValueError: Bloom\RotatingFilter::__construct(): Argument #4 ($generations) must be between 1 and 32
ValueError: Bloom\RotatingFilter::__construct(): Argument #4 ($generations) must be between 1 and 32
ValueError: Bloom\CountingFilter::plan(): Argument #1 ($expectedItems) must be between 1 and 9223372036854775807
ValueError: Bloom\CuckooFilter::plan(): Argument #2 ($falsePositiveRate) must be between 1e-9 and 0.5
