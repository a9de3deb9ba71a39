--TEST--
Answers are the same when opcache optimizes the script
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.optimization_level=-1
opcache.jit_buffer_size=16M
opcache.jit=tracing
--EXTENSIONS--
opcache
--FILE--
<?php
declare(strict_types=1);
/* constant arguments and a hot loop: what the optimizer might fold and the JIT compile */
function hot(BloomFilter $filter): int
{
    $present = 0;
    for ($i = 0; $i < 20_000; $i++) {
        $filter->add("item-$i");
        $present += $filter->mightContain("item-$i") ? 1 : 0;
        $present += $filter->mightContain('constant') ? 1 : 0;
    }

    return $present;
}
$filter = new BloomFilter(50_000, 1e-9);
var_dump(opcache_get_status(false)['opcache_enabled']);
var_dump(hot($filter));
$filter->add('constant');
var_dump($filter->mightContain('constant'), hot($filter));
?>
--EXPECT--
bool(true)
int(20000)
bool(true)
int(40000)
