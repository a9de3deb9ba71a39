--TEST--
Objects whose constructor did not run are errors, not crashes
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
require __DIR__ . '/../half_constructed.inc';
foreach ([CountingFilter::class, ScalableFilter::class, RotatingFilter::class, CuckooFilter::class] as $class) {
    $filter = half_constructed($class);
    foreach (['add' => ['a'], 'addMany' => [['a']], 'mightContain' => ['a'], 'mightContainMany' => [['a']], 'count' => [], 'clear' => [], 'isReady' => [], 'generation' => [],
        'info' => [], 'reportFalsePositives' => [], 'rebuild' => [fn() => null], 'remove' => ['a'], 'countOf' => ['a'], 'flush' => [], 'export' => [], 'save' => ['/nowhere'],
        '__serialize' => [], 'merge' => [new CountingFilter(10)], 'isCompatibleWith' => [new CountingFilter(10)]] as $method => $arguments) {
        if (!method_exists($filter, $method)) continue;
        try {
            $filter->$method(...$arguments);
            echo "$class::$method() works\n";
        } catch (Error $error) {
            $messages[$error->getMessage()] = true;
        }
    }
    try { clone $filter; echo "cloned\n"; } catch (Error) {}
    var_dump($filter->__debugInfo());
}
echo implode("\n", array_keys($messages)), "\n";
?>
--EXPECT--
array(1) {
  ["ready"]=>
  bool(false)
}
array(1) {
  ["ready"]=>
  bool(false)
}
array(1) {
  ["ready"]=>
  bool(false)
}
array(1) {
  ["ready"]=>
  bool(false)
}
The Bloom\CountingFilter object has not been initialized by its constructor
The Bloom\ScalableFilter object has not been initialized by its constructor
The Bloom\RotatingFilter object has not been initialized by its constructor
The Bloom\CuckooFilter object has not been initialized by its constructor
