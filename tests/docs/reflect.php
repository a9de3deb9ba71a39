<?php

declare(strict_types=1);

/* Run with the extension: reads a JSON list of synopses, prints a list of null or what is wrong with each. */

/** The synopsis as the manual writes it. */
function synopsis_of(string $class, string $name): ?string
{
    $classes = array_filter([$class, "Bloom\\$class"], static fn(string $found): bool => class_exists($found) || interface_exists($found));
    foreach ($classes as $found) {
        if (!method_exists($found, $name)) {
            continue;
        }
        $method = new ReflectionMethod($found, $name);
        $parameters = array_map(static function (ReflectionParameter $parameter): string {
            $default = '';
            if ($parameter->isDefaultValueAvailable()) {
                $value = $parameter->getDefaultValue();
                $default = ' = ' . ($value === null ? 'null' : var_export($value, true));
            }

            $type = str_replace('Traversable|array', 'iterable', (string) $parameter->getType()); // what PHP makes of it

            return $type . ' $' . $parameter->getName() . $default;
        }, $method->getParameters());
        $return = $method->hasReturnType() ? ': ' . $method->getReturnType() : '';

        return ($method->isStatic() ? 'public static ' : 'public ') . "$class::{$method->getName()}(" . implode(', ', $parameters) . ")$return";
    }

    return null;
}

/** @var list<string> $lines */
$lines = json_decode((string) file_get_contents($argv[1]), true, 8, JSON_THROW_ON_ERROR);
$verdicts = [];
foreach ($lines as $line) {
    if (preg_match('/^public (?:static )?(\w+)::(\w+)\(/', $line, $match) !== 1) {
        $verdicts[] = "not a synopsis: $line";
        continue;
    }
    $actual = synopsis_of($match[1], $match[2]);
    $verdicts[] = $actual === trim($line) ? null : "says $line\nbut it is " . ($actual ?? 'nowhere');
}
echo json_encode($verdicts, JSON_THROW_ON_ERROR);
