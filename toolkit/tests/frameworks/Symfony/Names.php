<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Symfony;

/** A source of one name, which takes every other for taken. */
final class Names
{
    /** @return list<string> */
    public function __invoke(): array
    {
        return ['José'];
    }

    public function exists(string $name): bool
    {
        return true;
    }

    public function form(string $name): string
    {
        return mb_strtolower($name[0]);
    }
}
