--TEST--
Code of a stream wrapper can add to the filter that is being saved, not replace its contents
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Meddling
{
    public static ?Closure $action;
    public static string $written;
    public $context;
    public function stream_open(): bool { self::$written = ''; return true; }
    public function stream_write(string $bytes): int
    {
        self::$written .= $bytes;
        $action = self::$action;
        self::$action = null;
        if ($action !== null) {
            $action();
        }
        return strlen($bytes);
    }
    public function stream_flush(): bool { return true; }
}
stream_wrapper_register('meddling', 'Meddling');
foreach ([
    'add' => fn() => $GLOBALS['filter']->addMany(items(1000, 'more')),
    'clear' => fn() => thrown(fn() => $GLOBALS['filter']->clear()),
    'smaller' => fn() => thrown(fn() => $GLOBALS['filter']->rebuild(fn() => null, 10)),
    'larger' => fn() => thrown(fn() => $GLOBALS['filter']->rebuild(fn() => null, 500_000)),
    'save' => fn() => $GLOBALS['filter']->save('php://memory'),
    'drop' => function () { unset($GLOBALS['filter']); gc_collect_cycles(); },
] as $name => Meddling::$action) {
    $filter = filter_of(items(1000), 200_000);
    $filter->save('meddling://filter');
    echo $name, ' ', missing(BloomFilter::import(Meddling::$written), items(1000)), "\n";
}
$filter = filter_of(['a'], 1000, 1e-9);
$filter->save('meddling://filter');
$filter->clear();
var_dump(count($filter));

/* a rebuild that was suspended and ends within the save */
$fiber = new Fiber(fn() => thrown(fn() => $filter->rebuild(fn() => Fiber::suspend(), 10)));
$fiber->start();
$filter->addMany(items(100));
Meddling::$action = fn() => $fiber->resume();
$filter->save('meddling://filter');
var_dump(missing(BloomFilter::import(Meddling::$written), items(100)), $filter->generation());
?>
--EXPECT--
add 0
Bloom\StorageException: Cannot clear the filter: it is being saved or copied at this moment; wait until save() returns
clear 0
Bloom\StorageException: Cannot rebuild the filter: it is being saved or copied at this moment; wait until save() returns
smaller 0
Bloom\StorageException: Cannot rebuild the filter: it is being saved or copied at this moment; wait until save() returns
larger 0
save 0
drop 0
int(0)
Bloom\StorageException: Cannot rebuild the filter: it is being saved or copied at this moment; wait until save() returns
int(0)
int(2)
