--TEST--
A batch still walking when its version's rebuild ends stops with an exception, a lookup answers "might be present"
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
class Suspending implements Stringable
{
    public function __toString(): string { Fiber::suspend(); return 'suspended'; }
}
function generate(): Generator
{
    yield 'a';
    Fiber::suspend();
    yield 'b';
}
$forms = [
    'list' => fn() => ['a', new Suspending(), 'b'],
    'map' => fn() => ['k' => 'a', 'l' => new Suspending(), 'm' => 'b'],
    'generator' => generate(...),
];
foreach ($forms as $form => $items) {
    foreach (['addMany', 'mightContainMany'] as $method) {
        foreach ([null, 50_000] as $n) {
            $filter = new BloomFilter(100);
            $filter->rebuild(function (BloomFilter $next) use (&$fiber, $method, $items) {
                $fiber = new Fiber(fn() => $next->$method($items()));
                $fiber->start();
            }, $n);
            try {
                $fiber->resume();
                echo $form, ' ', json_encode($fiber->getReturn()), "\n";
            } catch (Bloom\StorageException) {
                echo "$form refused ", json_encode($filter->mightContainMany(['a', 'suspended', 'b'])), "\n";
            }
            unset($fiber);
        }
    }
}
?>
--EXPECT--
list refused [true,false,false]
list refused [true,false,false]
list [true,true,true]
list [true,true,true]
map refused [true,false,false]
map refused [true,false,false]
map {"k":true,"l":true,"m":true}
map {"k":true,"l":true,"m":true}
generator refused [true,false,false]
generator refused [true,false,false]
generator [true,true]
generator [true,true]
