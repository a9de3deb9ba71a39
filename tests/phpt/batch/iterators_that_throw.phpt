--TEST--
An exception from any method of an iterator is passed on, once, and ends the walk
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Failing implements Iterator
{
    private int $i = 0;
    public function __construct(private string $method, private int $after = 0) {}
    private function step(string $method): void
    {
        if ($method === $this->method && $this->i >= $this->after) {
            throw new LogicException("$method at $this->i");
        }
    }
    public function rewind(): void { $this->step('rewind'); }
    public function valid(): bool { $this->step('valid'); return $this->i < 5; }
    public function current(): mixed { $this->step('current'); return "item-$this->i"; }
    public function key(): mixed { $this->step('key'); return $this->i; }
    public function next(): void { $this->step('next'); $this->i++; }
}
foreach (['rewind', 'valid', 'current', 'key', 'next'] as $method) {
    foreach ([0, 2] as $after) {
        $filter = new BloomFilter(100, 1e-9);
        thrown(fn() => $filter->addMany(new Failing($method, $after)));
        echo count($filter), "\n";
        thrown(fn() => $filter->mightContainMany(new Failing($method, $after)));
    }
}
thrown(fn() => (new BloomFilter(1))->addMany(new class implements IteratorAggregate {
    public function getIterator(): Traversable { throw new LogicException('no iterator'); }
}));
$spent = (fn() => yield 'a')();
foreach ($spent as $item);
thrown(fn() => (new BloomFilter(1))->addMany($spent));
$begun = (function () { yield 'a'; yield 'b'; })();
$begun->next();
thrown(fn() => (new BloomFilter(1))->mightContainMany($begun));
?>
--EXPECT--
LogicException: rewind at 0
0
LogicException: rewind at 0
nothing thrown
5
nothing thrown
LogicException: valid at 0
0
LogicException: valid at 0
LogicException: valid at 2
2
LogicException: valid at 2
LogicException: current at 0
0
LogicException: current at 0
LogicException: current at 2
2
LogicException: current at 2
nothing thrown
5
LogicException: key at 0
nothing thrown
5
LogicException: key at 2
LogicException: next at 0
1
LogicException: next at 0
LogicException: next at 2
3
LogicException: next at 2
LogicException: no iterator
Exception: Cannot traverse an already closed generator
Exception: Cannot rewind a generator that was already run
