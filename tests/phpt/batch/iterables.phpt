--TEST--
Generators, iterators, aggregates and SPL structures are walked once
--FILE--
<?php
declare(strict_types=1);
function generate(int $count, int &$steps): Generator
{
    for ($i = 0; $i < $count; $i++) {
        $steps++;
        yield "key-$i" => "item-$i";
    }
}
class Counted implements Iterator
{
    public array $calls = ['rewind' => 0, 'valid' => 0, 'current' => 0, 'key' => 0, 'next' => 0];
    private int $i = 0;
    public function rewind(): void { $this->calls['rewind']++; $this->i = 0; }
    public function valid(): bool { $this->calls['valid']++; return $this->i < 3; }
    public function current(): mixed { $this->calls['current']++; return "counted-$this->i"; }
    public function key(): mixed { $this->calls['key']++; return $this->i; }
    public function next(): void { $this->calls['next']++; $this->i++; }
}
$filter = new BloomFilter(1000, 1e-6);
$steps = 0;
var_dump($filter->addMany(generate(100, $steps)), $steps);
var_dump(array_keys($filter->mightContainMany(generate(3, $steps))), $steps);
var_dump($filter->addMany(new ArrayIterator(['x', 'y'])));
var_dump($filter->addMany(new ArrayObject(['x', 'z'])));
var_dump($filter->addMany(SplFixedArray::fromArray(['s', 't'])));
$queue = new SplQueue();
$queue[] = 'q';
var_dump($filter->addMany($queue), count($queue));
var_dump($filter->addMany(new class implements IteratorAggregate {
    public function getIterator(): Traversable { yield 'aggregate'; }
}));
$counted = new Counted();
var_dump($filter->addMany($counted));
echo json_encode($counted->calls), "\n";
$counted = new Counted();
var_dump($filter->mightContainMany($counted) === [true, true, true]);
echo json_encode($counted->calls), "\n";
?>
--EXPECT--
int(100)
int(100)
array(3) {
  [0]=>
  string(5) "key-0"
  [1]=>
  string(5) "key-1"
  [2]=>
  string(5) "key-2"
}
int(103)
int(2)
int(1)
int(2)
int(1)
int(1)
int(1)
int(3)
{"rewind":1,"valid":4,"current":3,"key":0,"next":3}
bool(true)
{"rewind":1,"valid":4,"current":3,"key":3,"next":3}
