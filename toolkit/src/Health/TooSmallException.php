<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Health;

/**
 * What is to go into a new version does not fit it. Leaves the loader, so that the version is thrown away.
 *
 * @internal
 */
final class TooSmallException extends \RuntimeException
{
    public function __construct(public readonly int $neededItems, ?\Throwable $previous = null)
    {
        parent::__construct('The new version is too small', 0, $previous);
    }
}
