<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Magento;

/** As much of Magento's object manager as the module's etc/di.xml needs: makes objects by its arguments, one of each type. */
final class Wiring
{
    private readonly \SimpleXMLElement $configuration;
    /** @var array<string, array<string, int>> */
    private array $replaced = [];

    /** @param array<string, object> $objects that are there already, by type */
    public function __construct(string $file, private array $objects = [])
    {
        $this->configuration = new \SimpleXMLElement((string) file_get_contents($file));
    }

    public function replaceArgument(string $type, string $name, int $value): void
    {
        $this->replaced[$type][$name] = $value;
    }

    /** @param string $type a class or a virtual type */
    public function get(string $type): object
    {
        return $this->objects[$type] ??= $this->create($type);
    }

    /** @return array<string, array<mixed>> type => its arguments as they stand, types of objects in place of objects */
    public function arguments(): array
    {
        $all = [];
        foreach ($this->configuration->children() as $type) {
            $arguments = [];
            foreach ($type->arguments->argument ?? [] as $argument) {
                $arguments[(string) $argument['name']] = self::value($argument, static fn(string $type): string => $type);
            }
            $all[(string) $type['name']] = $arguments;
        }

        return $all;
    }

    /** @return array<string, string> virtual type => type */
    public function virtualTypes(): array
    {
        $types = [];
        foreach ($this->configuration->virtualType as $type) {
            $types[(string) $type['name']] = (string) $type['type'];
        }

        return $types;
    }

    /** @return list<array{string, string}> type and its plugin */
    public function plugins(): array
    {
        $plugins = [];
        foreach ($this->configuration->type as $type) {
            foreach ($type->plugin as $plugin) {
                $plugins[] = [(string) $type['name'], (string) $plugin['type']];
            }
        }

        return $plugins;
    }

    /** The class of a type, virtual or not. */
    public function className(string $type): string
    {
        return $this->virtualTypes()[$type] ?? $type;
    }

    private function create(string $type): object
    {
        $class = $this->className($type);
        \assert(class_exists($class));
        $arguments = [];
        foreach ((new \ReflectionClass($class))->getConstructor()?->getParameters() ?? [] as $parameter) {
            $of = $parameter->getType();
            if ($of instanceof \ReflectionNamedType && !$of->isBuiltin() && !$parameter->isOptional()) {
                $arguments[$parameter->getName()] = $of->getName();
            }
        }
        $given = $this->configuration->xpath("*[@name='{$type}']/arguments/argument");
        foreach (\is_array($given) ? $given : [] as $argument) {
            $arguments[(string) $argument['name']] = self::value($argument, $this->get(...));
        }
        foreach ($arguments as $name => $argument) {
            $parameter = new \ReflectionParameter([$class, '__construct'], $name);
            $of = $parameter->getType();
            if (\is_string($argument) && $of instanceof \ReflectionNamedType && !$of->isBuiltin()) {
                $arguments[$name] = $this->get($argument);
            }
        }

        return new $class(...($this->replaced[$type] ?? []), ...$arguments);
    }

    /** @param \Closure(string): mixed $object what stands for an object of a type */
    private static function value(\SimpleXMLElement $node, \Closure $object): mixed
    {
        $kind = (string) $node->attributes('xsi', true)['type'];
        if ($kind !== 'array') {
            return match ($kind) {
                'object' => $object((string) $node),
                'number' => (int) $node,
                default => (string) $node,
            };
        }
        $items = [];
        foreach ($node->item as $item) {
            $items[(string) $item['name']] = self::value($item, $object);
        }

        return $items;
    }
}
