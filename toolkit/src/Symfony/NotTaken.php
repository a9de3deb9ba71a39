<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Symfony;

use Symfony\Component\Validator\Constraint;

/**
 * The value is not taken, says a UniqueGuard of the configuration: "certainly free" without a query. For new rows; the
 * database's unique index has the last word.
 */
#[\Attribute(\Attribute::TARGET_PROPERTY | \Attribute::TARGET_METHOD | \Attribute::IS_REPEATABLE)]
final class NotTaken extends Constraint
{
    public const TAKEN = '3d8a0d3e-9d3e-4b0e-8f43-6b8a3b2a9f57';

    protected const ERROR_NAMES = [self::TAKEN => 'TAKEN'];

    /** @param ?list<string> $groups */
    public function __construct(
        public string $guard,
        public string $message = 'This value is already used.',
        ?array $groups = null,
        mixed $payload = null,
    ) {
        parent::__construct(null, $groups, $payload);
    }
}
