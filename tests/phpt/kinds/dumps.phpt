--TEST--
Dumping a filter of any kind shows info(), and no item
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
foreach ([CountingFilter::class, ScalableFilter::class, RotatingFilter::class, CuckooFilter::class] as $class) {
    $filter = new $class(100);
    $filter->add('secret item');
    ob_start();
    var_dump($filter);
    print_r($filter);
    var_export($filter);
    $text = ob_get_clean();
    var_dump(str_contains($text, 'secret item'), $filter->__debugInfo() === $filter->info());
    echo implode(' ', array_slice(array_keys($filter->info()), 26)), ' ', $filter->info()['kind'], "\n";
}
?>
--EXPECT--
bool(false)
bool(true)
 counting
bool(false)
bool(true)
layers scalable
bool(false)
bool(true)
window_seconds generations live_generations rotating
bool(false)
bool(true)
fingerprint_bits capacity load_factor cuckoo
