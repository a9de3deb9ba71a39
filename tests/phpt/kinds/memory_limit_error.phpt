--TEST--
Filters of every kind that memory_limit does not allow are an exception
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory is not counted with USE_ZEND_ALLOC=0');
?>
--INI--
memory_limit=32M
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
foreach ([CountingFilter::class, ScalableFilter::class, RotatingFilter::class, CuckooFilter::class] as $class) {
    try {
        new $class(100_000_000);
        echo "made\n";
    } catch (Bloom\StorageException $exception) {
        echo preg_replace('/\d{4,}/', 'N', $exception->getMessage()), "\n";
    }
}
?>
--EXPECT--
Cannot create the filter: N bytes more would exceed memory_limit (N bytes, N in use); raise memory_limit or ask for fewer items or a higher rate
Cannot create the filter: N bytes more would exceed memory_limit (N bytes, N in use); raise memory_limit or ask for fewer items or a higher rate
Cannot create the filter: N bytes more would exceed memory_limit (N bytes, N in use); raise memory_limit or ask for fewer items or a higher rate
Cannot create the filter: N bytes more would exceed memory_limit (N bytes, N in use); raise memory_limit or ask for fewer items or a higher rate
