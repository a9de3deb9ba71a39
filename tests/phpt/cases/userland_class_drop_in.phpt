--TEST--
A script written for the usual userland class runs with the same output, named arguments included
--FILE--
<?php
declare(strict_types=1);
/* As such classes are usually written: one hash per bit, an array for the bits. */
final class UserlandBloomFilter
{
    private array $bits = [];
    private int $size;
    private int $hashes;
    public function __construct(int $expectedItems, float $falsePositiveRate = 0.01)
    {
        $this->size = (int) ceil(-$expectedItems * log($falsePositiveRate) / log(2) ** 2);
        $this->hashes = max(1, (int) round($this->size / $expectedItems * log(2)));
    }
    private function positions(string $item): array
    {
        return array_map(fn(int $i): int => hexdec(substr(md5("$i:$item"), 0, 12)) % $this->size, range(1, $this->hashes));
    }
    public function add(string $item): void
    {
        foreach ($this->positions($item) as $position) {
            $this->bits[$position] = true;
        }
    }
    public function mightContain(string $item): bool
    {
        foreach ($this->positions($item) as $position) {
            if (!isset($this->bits[$position])) {
                return false;
            }
        }
        return true;
    }
    public function getBitsSizeKB(): float { return round($this->size / 8 / 1024, 2); }
    public function estimateFalsePositiveRate(int $insertedItems): float
    {
        return (1 - exp(-$this->hashes * $insertedItems / $this->size)) ** $this->hashes;
    }
}
function script(string $class): string
{
    ob_start();
    $filter = new $class(expectedItems: 10_000, falsePositiveRate: 0.001);
    for ($i = 0; $i < 500; $i++) {
        $filter->add(item: "user$i@example.com");
    }
    $found = 0;
    for ($i = 0; $i < 500; $i++) {
        $found += (int) $filter->mightContain(item: "user$i@example.com");
    }
    echo $found, "\n", $filter->mightContain('nobody@example.com') ? 'maybe' : 'no', "\n";
    echo round($filter->getBitsSizeKB()), " KB\n";
    printf("%.3f at 10,000, %.2f at none\n", $filter->estimateFalsePositiveRate(insertedItems: 10_000), $filter->estimateFalsePositiveRate(0));
    $default = new $class(100);
    $default->add('a');
    var_dump($default->mightContain('a'), $default->mightContain('b'));

    return preg_replace('/\d+ KB/', 'size', ob_get_clean());
}
echo script('BloomFilter');
var_dump(script('BloomFilter') === script('UserlandBloomFilter'));
?>
--EXPECT--
500
no
size
0.001 at 10,000, 0.00 at none
bool(true)
bool(false)
bool(true)
