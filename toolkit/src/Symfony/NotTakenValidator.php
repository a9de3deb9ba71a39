<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Symfony;

use Bloom\Toolkit\UniqueGuard;
use Psr\Container\ContainerInterface;
use Symfony\Component\Validator\Constraint;
use Symfony\Component\Validator\ConstraintValidator;
use Symfony\Component\Validator\Exception\UnexpectedTypeException;
use Symfony\Component\Validator\Exception\UnexpectedValueException;

final class NotTakenValidator extends ConstraintValidator
{
    public function __construct(private readonly ContainerInterface $guards) {}

    public function validate(#[\SensitiveParameter] mixed $value, Constraint $constraint): void
    {
        if (!$constraint instanceof NotTaken) {
            throw new UnexpectedTypeException($constraint, NotTaken::class);
        }
        if ($value === null || $value === '') {
            return;
        }
        if (!\is_scalar($value) && !$value instanceof \Stringable) {
            throw new UnexpectedValueException($value, 'string');
        }
        $guard = $this->guards->get($constraint->guard);
        \assert($guard instanceof UniqueGuard);
        if ($guard->isTaken((string) $value)) {
            $this->context->buildViolation($constraint->message)->setCode(NotTaken::TAKEN)->addViolation();
        }
    }
}
