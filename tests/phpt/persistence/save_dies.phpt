--TEST--
A fatal error while a filter is saved: what runs after it can change the filter
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Deadly
{
    public $context;
    public function stream_open(): bool { return true; }
    public function stream_write(string $bytes): int { eval('class stdClass {}'); }
}
stream_wrapper_register('deadly', 'Deadly');
$filter = filter_of(items(100));
register_shutdown_function(function () use ($filter) {
    $filter->rebuild(fn(BloomFilter $next) => $next->add('rebuilt'));
    var_dump($filter->mightContain('rebuilt'));
    $filter->clear();
    var_dump(count($filter));
});
$filter->save('deadly://filter');
echo "not reached\n";
?>
--EXPECTF--
%AFatal error: %A
bool(true)
int(0)
