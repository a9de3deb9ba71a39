--TEST--
addMany() adds strings, ints and Stringables and returns how many were certainly new
--FILE--
<?php
declare(strict_types=1);
class Text implements Stringable
{
    public function __construct(private string $text) {}
    public function __toString(): string { return $this->text; }
}
$filter = new BloomFilter(1000, 1e-6);
var_dump($filter->addMany([]));
var_dump($filter->addMany(['a', 'b', 'a', 7, '7', new Text('b'), new Text('c'), '', "\0", -1, PHP_INT_MIN, PHP_INT_MAX]));
var_dump($filter->addMany(['a', 'd']));
foreach (['a', 'b', '7', 'c', '', "\0", '-1', (string) PHP_INT_MIN, (string) PHP_INT_MAX, 'd'] as $item) {
    var_dump($filter->mightContain($item));
}
var_dump($filter->mightContain('07'), $filter->mightContain('1'));
?>
--EXPECT--
int(0)
int(9)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
