--TEST--
An item is remembered for the window after its last add, and forgotten soon after
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../shared.inc';
$began = hrtime(true);
$elapsed = fn() => (hrtime(true) - $began) / 1e9;
$private = new RotatingFilter(1000, 0.0001, 1, 4);
$shared = RotatingFilter::shared('tokens', 1000, 0.0001, 1, 4, null);
$file = RotatingFilter::open(shared_directory() . '/file', 1000, 0.0001, 1, 4, null);
$filters = [$private, $shared, $file];
foreach ($filters as $filter) $filter->addMany(['once', 'again']);
$added = $elapsed();
/* as long as it must be remembered, in real time measured after the lookup */
while ($elapsed() < 0.9) {
    foreach ($filters as $i => $filter) {
        $there = $filter->mightContain('once');
        if (!$there && $elapsed() < 1) echo "forgotten too early: $i\n";
    }
    usleep(50_000);
}
foreach ($filters as $filter) $filter->add('again');
$again = $elapsed();
$copy = unserialize(serialize($private));
/* at most 1.5 windows; the clock has steps of up to 10 ms */
while ($elapsed() < $added + 1.55) usleep(20_000);
foreach ([...$filters, $copy] as $filter) {
    $answers = $filter->mightContainMany(['once', 'again']);
    echo json_encode($answers[0]), ' ', $elapsed() > $again + 1 || $answers[1] ? 'kept' : 'forgotten too early', "\n";
}
echo php('-r', 'var_dump(Bloom\RotatingFilter::attach("tokens")->mightContain("once"));');
while ($elapsed() < $again + 1.55) usleep(20_000);
foreach ([...$filters, $copy] as $filter) echo json_encode($filter->mightContainMany(['once', 'again'])), ' ', count($filter), "\n";
foreach ($filters as $filter) var_dump($filter->add('again'), $filter->mightContain('again'));
?>
--EXPECT--
false kept
false kept
false kept
false kept
bool(false)
[false,false] 0
[false,false] 0
[false,false] 0
[false,false] 0
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
