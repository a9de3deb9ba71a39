--TEST--
Without strict_types a scalar or Stringable item is the string that PHP makes of it
--FILE--
<?php
require __DIR__ . '/../support.inc';
class Text implements Stringable
{
    public function __construct(private string $text) {}
    public function __toString(): string { return $this->text; }
}
$filter = new BloomFilter(1000);
foreach ([[7, '7'], [-7, '-7'], [1.5, '1.5'], [new Text('text'), 'text']] as [$item, $string]) {
    $filter->add($item);
    echo $string, ': ', json_encode([$filter->mightContain($item), $filter->mightContain($string)]), "\n";
}
$filter->add(true);
var_dump($filter->mightContain('1'), $filter->mightContain(true), $filter->mightContain('01'), $filter->mightContain('1.0'));
thrown(fn() => $filter->add([]));
thrown(fn() => $filter->mightContain(new stdClass()));
?>
--EXPECT--
7: [true,true]
-7: [true,true]
1.5: [true,true]
text: [true,true]
bool(true)
bool(true)
bool(false)
bool(false)
TypeError: BloomFilter::add(): Argument #1 ($item) must be of type string, array given
TypeError: BloomFilter::mightContain(): Argument #1 ($item) must be of type string, stdClass given
