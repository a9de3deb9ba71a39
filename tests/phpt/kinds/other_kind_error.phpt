--TEST--
Images of one kind are refused by the others
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
$classes = [BloomFilter::class, CountingFilter::class, ScalableFilter::class, RotatingFilter::class, CuckooFilter::class];
$path = scratch_directory() . '/filter';
foreach ($classes as $class) {
    $image = (new $class(100))->export();
    (new $class(100))->save($path);
    foreach ($classes as $other) {
        foreach ([fn() => $other::import($image), fn() => $other::load($path),
            fn() => unserialize(sprintf('O:%d:"%s":1:{s:5:"image";%s}', strlen($other), $other, serialize($image)))] as $way) {
            try {
                $way();
                $accepted = true;
            } catch (Bloom\CorruptImageException $exception) {
                $accepted = false;
                $messages[preg_replace('/^The \w+( in \S+)? /', '', $exception->getMessage())] = true;
            }
            if ($accepted !== ($class === $other)) echo "$class as $other\n";
        }
    }
}
echo implode("\n", array_keys($messages)), "\n";
?>
--EXPECT--
cannot be used: it holds another kind of filter; pass what export() returned or save() wrote for this class
