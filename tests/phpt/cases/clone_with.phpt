--TEST--
clone with properties (PHP 8.5) is refused or makes a whole copy
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(10));
if (PHP_VERSION_ID >= 80500) {
    try {
        $copy = eval('return clone($filter, ["note" => "x"]);');
        echo "accepted\n";
    } catch (Error) {
    }
    $copy = eval('return clone($filter, []);');
} else {
    $copy = clone $filter;
}
$copy->add('copy');
var_dump(missing($copy, [...items(10), 'copy']), $filter->mightContain('copy'));
?>
--EXPECT--
int(0)
bool(false)
