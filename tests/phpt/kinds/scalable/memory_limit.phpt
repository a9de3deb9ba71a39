--TEST--
Growth that memory_limit does not allow is an exception, and the filter stays as it is
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory is not counted with USE_ZEND_ALLOC=0');
?>
--INI--
memory_limit=16M
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../../support.inc';
$filter = new ScalableFilter(1000, 0.001);
$n = 0;
try {
    for (;; $n++) {
        $filter->add("item-$n");
    }
} catch (Bloom\StorageException $exception) {
    echo preg_replace('/\d{4,}/', 'N', $exception->getMessage()), "\n";
}
var_dump($n > 1_000_000);
$missing = 0;
for ($i = 0; $i < $n; $i += 101) $missing += $filter->mightContain("item-$i") ? 0 : 1;
var_dump($missing, $filter->isReady());
/* what needs no growth goes on */
var_dump($filter->mightContain("item-$n") || !$filter->add('item-1'));
ini_set('memory_limit', '64M');
var_dump($filter->add("item-$n"), $filter->mightContain("item-$n"));
?>
--EXPECT--
Cannot grow the filter: N bytes more would exceed memory_limit (N bytes, N in use); raise memory_limit or ask for fewer items or a higher rate
bool(true)
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
