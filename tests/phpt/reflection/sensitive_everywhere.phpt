--TEST--
In all classes of the extension, every parameter that takes items is sensitive
--FILE--
<?php
declare(strict_types=1);
$checked = 0;
foreach ((new ReflectionExtension('bloom'))->getClasses() as $class) {
    foreach ($class->getMethods() as $method) {
        foreach ($method->getParameters() as $parameter) {
            if (in_array($parameter->getName(), ['item', 'items'], true)) {
                $checked++;
                if ($parameter->getAttributes(SensitiveParameter::class) === []) {
                    echo "{$class->getName()}::{$method->getName()}()\n";
                }
            }
        }
    }
}
var_dump($checked >= 8);
?>
--EXPECT--
bool(true)
