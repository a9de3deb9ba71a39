<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Revocation;

/** As firebase/php-jwt's own exceptions, so that what handles those handles this. */
final class TokenRevokedException extends \UnexpectedValueException {}
