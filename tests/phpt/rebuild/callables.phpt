--TEST--
Any callable is a loader
--FILE--
<?php
declare(strict_types=1);
function load(BloomFilter $next): void { $next->add('function'); }
class Loader
{
    public static function static(BloomFilter $next): void { $next->add('static'); }
    public function method(BloomFilter $next): void { $next->add('method'); }
    public function __invoke(BloomFilter $next): void { $next->add('invoke'); }
    public function __call(string $name, array $arguments): void { $arguments[0]->add($name); }
}
$filter = new BloomFilter(100, 1e-9);
$loader = new Loader();
$forms = ['function' => 'load', 'static' => 'Loader::static', 'method' => [$loader, 'method'], 'invoke' => $loader,
    'magic' => [$loader, 'magic'], 'closure' => fn($next) => $next->add('closure'), 'none' => fn() => null];
foreach ($forms as $item => $form) {
    $filter->rebuild($form);
    echo $item, ' ', json_encode($filter->mightContain($item)), ' ', count($filter), "\n";
}
?>
--EXPECT--
function true 1
static true 1
method true 1
invoke true 1
magic true 1
closure true 1
none false 0
