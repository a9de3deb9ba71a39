--TEST--
Code of a stream wrapper cannot add to the cuckoo filter that is being saved: the copy would miss items that move
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Meddling
{
    public static string $written;
    public $context;
    public function stream_open(): bool { self::$written = ''; return true; }
    public function stream_write(string $bytes): int
    {
        self::$written .= $bytes;
        thrown(fn() => $GLOBALS['filter']->add('more'));
        var_dump($GLOBALS['filter']->remove('surplus'));
        return strlen($bytes);
    }
    public function stream_flush(): bool { return true; }
}
stream_wrapper_register('meddling', 'Meddling');
$filter = new Bloom\CuckooFilter(1000, 1e-6);
$filter->addMany(items(900));
$filter->add('surplus');
$filter->save('meddling://filter');
var_dump(missing(Bloom\CuckooFilter::import(Meddling::$written), items(900)), $filter->add('more'));
?>
--EXPECT--
Bloom\StorageException: Cannot add to the filter: it is being saved or copied at this moment, and adding moves other items; wait until save() returns
bool(true)
Bloom\StorageException: Cannot add to the filter: it is being saved or copied at this moment, and adding moves other items; wait until save() returns
bool(false)
Bloom\StorageException: Cannot add to the filter: it is being saved or copied at this moment, and adding moves other items; wait until save() returns
bool(false)
int(0)
bool(true)
