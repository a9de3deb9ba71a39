--TEST--
A Stringable item or a generator that clears, rebuilds or merges the filter leaves it sound
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Meddler
{
    public function __construct(private Closure $action, private string $text) {}
    public function __toString(): string { ($this->action)(); return $this->text; }
}
$actions = [
    'clear' => fn(BloomFilter $filter) => $filter->clear(),
    'rebuild' => fn(BloomFilter $filter) => $filter->rebuild(fn($next) => $next->add('loaded'), 50_000, 1e-6),
    'shrink' => fn(BloomFilter $filter) => $filter->rebuild(fn($next) => $next->add('loaded'), 1, 0.5),
    'merge' => fn(BloomFilter $filter) => $filter->merge(clone $filter),
    'addMany' => fn(BloomFilter $filter) => $filter->addMany(items(100, 'nested')),
    'unserialize' => fn(BloomFilter $filter) => unserialize(serialize($filter))->add('copy'),
    'gc' => fn(BloomFilter $filter) => gc_collect_cycles(),
];
foreach ($actions as $name => $action) {
    foreach (['addMany', 'mightContainMany'] as $method) {
        foreach (['list', 'map', 'generator'] as $form) {
            $filter = filter_of(items(50, 'old'));
            $meddler = new Meddler(fn() => $action($filter), 'meddler');
            $items = [...items(40, 'before'), $meddler, ...items(40, 'after')];
            $items = match ($form) {
                'list' => $items,
                'map' => ['k' => 'first'] + $items,
                'generator' => (fn() => yield from $items)(),
            };
            $result = $filter->$method($items);
            if ($method === 'addMany') {
                $expected = [...items(40, 'after'), 'meddler'];
            } else {
                $expected = [];
                if (count($result) !== ($form === 'map' ? 82 : 81)) {
                    echo "$name, $form: ", count($result), " answers\n";
                }
            }
            if (in_array($name, ['rebuild', 'shrink'], true)) {
                $expected[] = 'loaded';
            } elseif ($name !== 'clear') {
                $expected = [...$expected, ...items(50, 'old')];
            }
            if (missing($filter, $expected) > 0) {
                echo "$name, $method, $form: ", missing($filter, $expected), " lost\n";
            }
            if (missing(BloomFilter::import($filter->export()), $expected) > 0) {
                echo "$name, $method, $form: lost in export\n";
            }
        }
    }
}
?>
Done
--EXPECT--
Done
