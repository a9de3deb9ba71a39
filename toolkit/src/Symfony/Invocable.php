<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Symfony;

use Bloom\Toolkit\Revocation\RevocationStore;
use Psr\Clock\ClockInterface;

/**
 * Closures over services that are made when they are called.
 *
 * @internal
 */
final class Invocable
{
    /** @param \Closure(): object $service */
    public static function of(\Closure $service, string $method = '__invoke'): \Closure
    {
        return static function (mixed ...$arguments) use ($service, $method): mixed {
            $callable = [$service(), $method];
            if (!\is_callable($callable)) {
                throw new \LogicException(get_debug_type($callable[0]) . " has no method {$method}() to be called");
            }

            return $callable(...$arguments);
        };
    }

    /**
     * @param \Closure(): RevocationStore $store
     *
     * @return \Closure(): iterable<string>
     */
    public static function revokedKeys(\Closure $store, ClockInterface $clock): \Closure
    {
        return static fn(): iterable => $store()->keys($clock->now()->getTimestamp());
    }
}
