--TEST--
An int, its decimal string and a Stringable of it are one item in every method
--FILE--
<?php
declare(strict_types=1);
class Number implements Stringable
{
    public function __construct(private int $number) {}
    public function __toString(): string { return (string) $this->number; }
}
foreach ([0, 1, -1, 123, PHP_INT_MAX, PHP_INT_MIN] as $number) {
    foreach ([$number, (string) $number, new Number($number)] as $added) {
        $filter = new BloomFilter(100, 1e-9);
        $filter->addMany([$added]);
        foreach ([$number, (string) $number, new Number($number)] as $asked) {
            if ($filter->mightContainMany([$asked]) !== [true] || $filter->mightContainMany(['k' => $asked]) !== ['k' => true]
                || iterator_to_array(new ArrayIterator($filter->mightContainMany(new ArrayIterator([$asked])))) !== [true]) {
                echo "$number added as ", get_debug_type($added), ' is not found as ', get_debug_type($asked), "\n";
            }
        }
        if (!$filter->mightContain((string) $number)) {
            echo "$number is not found by mightContain()\n";
        }
    }
}
/* array keys that PHP made ints of are values again through array_keys() */
$filter->addMany(array_keys(['123' => true, '0123' => true]));
var_dump($filter->mightContainMany(['123', '0123', '00123']));
?>
--EXPECT--
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(false)
}
