<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

/** @internal */
final class AbsolutePath
{
    /** @throws \InvalidArgumentException */
    public static function of(string $path, string $what): string
    {
        return preg_match('~^(/|[a-z]:[/\\\\]|\\\\\\\\)~i', $path) === 1
            ? $path
            : throw new \InvalidArgumentException("{$what} must have an absolute path, \"{$path}\" given");
    }
}
