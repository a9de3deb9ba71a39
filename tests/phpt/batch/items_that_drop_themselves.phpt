--TEST--
A Stringable item that removes itself and the array it is in, and the last reference to the filter
--FILE--
<?php
declare(strict_types=1);
class Vanishing
{
    public function __toString(): string
    {
        $GLOBALS['items'] = [];
        $GLOBALS['slot'] = null;
        unset($GLOBALS['filter']);
        return str_repeat('v', 5000);
    }
}
foreach (['addMany', 'mightContainMany'] as $method) {
    foreach ([0, 1] as $as_map) {
        $filter = new BloomFilter(100);
        $slot = new Vanishing();
        $items = ['a', &$slot, 'b'];
        if ($as_map) {
            $items['k'] = 'c';
        }
        unset($GLOBALS['x']);
        var_dump(is_array($result = $filter->$method($items)) ? count($result) : $result);
        var_dump(isset($filter));
        unset($items, $slot);
    }
}
?>
--EXPECT--
int(3)
bool(false)
int(4)
bool(false)
int(3)
bool(false)
int(4)
bool(false)
