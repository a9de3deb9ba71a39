--TEST--
Items do not appear in backtraces
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
declare(strict_types=1);
class Thrower
{
    public function __toString(): string { throw new LogicException(); }
}
function generate(): Generator
{
    yield 'secret@example.com';
    throw new LogicException();
}
$filter = new BloomFilter(1000);
require __DIR__ . '/../half_constructed.inc';
$half = half_constructed();
$calls = [
    fn() => $half->add('secret@example.com'),
    fn() => $half->mightContain('secret@example.com'),
    fn() => $half->addMany(['secret@example.com']),
    fn() => $half->mightContainMany(['secret@example.com']),
    fn() => $filter->addMany(['secret@example.com', new Thrower()]),
    fn() => $filter->mightContainMany(['secret@example.com', new Thrower()]),
    fn() => $filter->addMany(['secret@example.com', ['secret@example.com']]),
    fn() => $filter->mightContainMany(['secret@example.com', null]),
    fn() => $filter->add('secret@example.com', 2),
    fn() => $filter->mightContain(['secret@example.com']),
    fn() => $filter->addMany(generate()),
    fn() => $filter->mightContainMany(['secret@example.com' => 1.5]),
];
foreach ($calls as $call) {
    try {
        $call();
        echo "nothing thrown\n";
    } catch (Throwable $thrown) {
        $dump = print_r($thrown->getTrace(), true) . $thrown;
        $frame = array_values(array_filter($thrown->getTrace(), fn($frame) => ($frame['class'] ?? '') === 'BloomFilter'))[0];
        echo $frame['function'], ': ', get_debug_type($frame['args'][0]), ', ',
            str_contains($dump, 'secret') ? $dump : 'no item shown', "\n";
    }
}
?>
--EXPECT--
add: SensitiveParameterValue, no item shown
mightContain: SensitiveParameterValue, no item shown
addMany: SensitiveParameterValue, no item shown
mightContainMany: SensitiveParameterValue, no item shown
addMany: SensitiveParameterValue, no item shown
mightContainMany: SensitiveParameterValue, no item shown
addMany: SensitiveParameterValue, no item shown
mightContainMany: SensitiveParameterValue, no item shown
add: SensitiveParameterValue, no item shown
mightContain: SensitiveParameterValue, no item shown
addMany: SensitiveParameterValue, no item shown
mightContainMany: SensitiveParameterValue, no item shown
