--TEST--
A walk that ends early releases the generator, so that its finally block runs
--INI--
zend.exception_ignore_args=1
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
function generate(): Generator
{
    try {
        yield 'a';
        yield null;
        echo "not reached\n";
    } finally {
        echo "released\n";
    }
}
$filter = new BloomFilter(100);
thrown(fn() => $filter->addMany(generate()));
echo "--\n";
thrown(fn() => $filter->mightContainMany(generate()));
echo "--\n";
?>
--EXPECT--
released
TypeError: BloomFilter::addMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, null found at position 1
--
released
TypeError: BloomFilter::mightContainMany(): Argument #1 ($items) must contain only strings, integers and Stringable objects, null found at position 1
--
