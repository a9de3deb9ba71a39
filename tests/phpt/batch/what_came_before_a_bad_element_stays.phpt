--TEST--
What came before a bad element stays added, at every position, and nothing after it
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Thrower
{
    public function __toString(): string { throw new LogicException(); }
}
function failing(array $items, int $position): Generator
{
    foreach ($items as $i => $item) {
        if ($i === $position) {
            throw new LogicException();
        }
        yield $item;
    }
}
$items = items(100);
foreach ([0, 1, 31, 32, 33, 63, 64, 65, 99] as $position) {
    foreach ([null, new Thrower(), new stdClass()] as $bad) {
        $broken = array_replace($items, [$position => $bad]);
        foreach ([$broken, ['k' => 'item-0'] + $broken, new ArrayIterator($broken), failing($items, $position)] as $form => $iterable) {
            $filter = new BloomFilter(1000, 1e-9);
            try {
                $filter->addMany($iterable);
                echo "nothing thrown\n";
            } catch (TypeError | LogicException) {
            }
            $present = array_keys(array_filter($filter->mightContainMany($items)));
            $expected = $position > 0 ? range(0, $position - 1) : [];
            if ($form === 1 && $position === 0) {
                $expected = [0];
            }
            if ($present !== $expected) {
                echo "position $position, form $form: ", count($present), " items\n";
            }
        }
    }
}
?>
Done
--EXPECT--
Done
