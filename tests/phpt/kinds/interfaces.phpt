--TEST--
What the kinds are and what they have not
--FILE--
<?php
declare(strict_types=1);
use Bloom\{CountingFilter, CuckooFilter, RotatingFilter, ScalableFilter};
require __DIR__ . '/../support.inc';
foreach ([CountingFilter::class, ScalableFilter::class, RotatingFilter::class, CuckooFilter::class] as $class) {
    $filter = new $class(10);
    echo $class, ': ', implode(' ', array_keys(array_filter([
        'member' => $filter instanceof Bloom\MembershipFilter, 'deletable' => $filter instanceof Bloom\DeletableFilter, 'countable' => $filter instanceof Countable,
        'final' => (new ReflectionClass($class))->isFinal(), 'merge' => method_exists($class, 'merge'), 'plan' => method_exists($class, 'plan'),
        'remove' => method_exists($class, 'remove'), 'countOf' => method_exists($class, 'countOf'), 'shared' => method_exists($class, 'shared')]))), "\n";
    thrown(fn() => $filter->extra = 1);
    var_dump($filter == new $class(10));
    thrown(fn() => $filter->__construct(10));
}
?>
--EXPECT--
Bloom\CountingFilter: member deletable countable final merge plan remove countOf shared
Error: Cannot create dynamic property Bloom\CountingFilter::$extra
bool(false)
Error: Bloom\CountingFilter::__construct() must not be called on an existing filter
Bloom\ScalableFilter: member countable final shared
Error: Cannot create dynamic property Bloom\ScalableFilter::$extra
bool(false)
Error: Bloom\ScalableFilter::__construct() must not be called on an existing filter
Bloom\RotatingFilter: member countable final shared
Error: Cannot create dynamic property Bloom\RotatingFilter::$extra
bool(false)
Error: Bloom\RotatingFilter::__construct() must not be called on an existing filter
Bloom\CuckooFilter: member deletable countable final plan remove shared
Error: Cannot create dynamic property Bloom\CuckooFilter::$extra
bool(false)
Error: Bloom\CuckooFilter::__construct() must not be called on an existing filter
