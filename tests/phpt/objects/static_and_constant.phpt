--TEST--
Filters in static variables, constants and default values live until the end of the request
--FILE--
<?php
declare(strict_types=1);
function once(): BloomFilter
{
    static $filter;
    return $filter ??= new BloomFilter(10);
}
once()->add('a');
define('FILTER', new BloomFilter(10));
FILTER->add('b');
class Service
{
    public function __construct(public readonly BloomFilter $filter = new BloomFilter(10)) {}
}
$service = new Service();
$service->filter->add('c');
var_dump(once()->mightContain('a'), FILTER->mightContain('b'), $service->filter->mightContain('c'), (new Service())->filter->mightContain('c'));
register_shutdown_function(fn() => var_dump(once()->mightContain('a')));
class Late { public function __destruct() { var_dump(FILTER->mightContain('b')); } }
$late = new Late();
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
