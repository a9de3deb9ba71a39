--TEST--
A filter captured before or after its unserializing failed is an Error to use, never a wrong answer
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Holder
{
    public static ?BloomFilter $seen = null;
    public static ?Closure $action = null;
    public function __unserialize(array $data): void
    {
        self::$seen = $data['filter'];
        (self::$action)(self::$seen);
    }
}
/* the inner object's __unserialize() runs first and finds the outer one, r:1, not yet made */
$payload = 'O:11:"BloomFilter":1:{s:5:"image";O:6:"Holder":1:{s:6:"filter";r:1;}}';
Holder::$action = fn(BloomFilter $filter) => thrown(fn() => $filter->mightContain('a'));
thrown(fn() => unserialize($payload));
thrown(fn() => Holder::$seen->mightContain('a'));

/* and may make it, which then stays made */
Holder::$action = function (BloomFilter $filter) {
    $filter->__construct(10);
    $filter->add('a');
};
thrown(fn() => unserialize($payload));
var_dump(Holder::$seen->mightContain('a'), Holder::$seen->mightContain('b'));
?>
--EXPECT--
Error: The BloomFilter object has not been initialized by its constructor
Bloom\CorruptImageException: A serialized BloomFilter has another form than this; pass what serialize() returned
Error: The BloomFilter object has not been initialized by its constructor
Error: BloomFilter::__unserialize() must not be called on an existing filter
bool(true)
bool(false)
