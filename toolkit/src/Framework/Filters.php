<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Bloom\MembershipFilter;

/** The filters of an application, by name. None is opened before it is used. */
final class Filters
{
    /** @var array<string, FilterDefinition> */
    private readonly array $definitions;

    /** @var array<string, MembershipFilter> */
    private array $filters = [];

    /** @param iterable<FilterDefinition> $definitions */
    public function __construct(iterable $definitions)
    {
        $named = [];
        foreach ($definitions as $definition) {
            $named[$definition->name] = $definition;
        }
        $this->definitions = $named;
    }

    public function get(string $name): MembershipFilter
    {
        $definition = $this->definition($name);

        return $this->filters[$name] ??= $definition->kind === 'counting'
            ? new LazyDeletableFilter($definition)
            : new LazyFilter($definition);
    }

    /** @throws \InvalidArgumentException there is no such filter */
    public function definition(string $name): FilterDefinition
    {
        return $this->definitions[$name] ?? throw new \InvalidArgumentException(
            "There is no filter {$name} in the configuration, but: " . implode(', ', array_keys($this->definitions)),
        );
    }

    /** @return array<string, FilterDefinition> */
    public function definitions(): array
    {
        return $this->definitions;
    }
}
