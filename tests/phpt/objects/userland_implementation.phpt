--TEST--
PHP code can implement Bloom\MembershipFilter, and code can ask for it
--FILE--
<?php
declare(strict_types=1);
final class ArrayFilter implements Bloom\MembershipFilter
{
    private array $items = [];
    public function add(string $item): bool { $new = !isset($this->items[$item]); $this->items[$item] = true; return $new; }
    public function addMany(iterable $items): int { $new = 0; foreach ($items as $item) { $new += (int) $this->add((string) $item); } return $new; }
    public function mightContain(string $item): bool { return isset($this->items[$item]); }
    public function mightContainMany(iterable $items): array { $answers = []; foreach ($items as $key => $item) { $answers[$key] = $this->mightContain((string) $item); } return $answers; }
    public function count(): int { return count($this->items); }
    public function clear(): void { $this->items = []; }
    public function isReady(): bool { return true; }
    public function generation(): int { return 1; }
    public function info(): array { return []; }
    public function reportFalsePositives(int $count = 1): void {}
    public function rebuild(callable $loader, ?int $expectedItems = null, ?float $falsePositiveRate = null): void { $loader($this); }
}
function script(Bloom\MembershipFilter $filter): array
{
    return [$filter->add('a'), $filter->add('a'), $filter->addMany(['a', 'b', 1]), $filter->mightContain('b'),
        $filter->mightContainMany(['x' => 'a', 'y' => 'z', 'one' => 1]), count($filter), $filter->clear(), $filter->mightContain('a')];
}
var_dump(script(new ArrayFilter()) === script(new BloomFilter(1000, 1e-9)));
var_dump((new BloomFilter(1)) instanceof Countable, is_subclass_of('BloomFilter', 'Bloom\MembershipFilter'));
abstract class Incomplete implements Bloom\MembershipFilter {}
var_dump(count((new ReflectionClass('Incomplete'))->getMethods(ReflectionMethod::IS_ABSTRACT)));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(11)
