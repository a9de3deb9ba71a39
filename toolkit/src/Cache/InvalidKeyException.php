<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Cache;

/** The key is not one that PSR-6 and PSR-16 allow. */
final class InvalidKeyException extends \InvalidArgumentException implements
    \Psr\Cache\InvalidArgumentException,
    \Psr\SimpleCache\InvalidArgumentException {}
