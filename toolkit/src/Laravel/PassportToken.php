<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Laravel\Passport\Token;

/** The token model of Laravel Passport, with RecordsRevocations. */
class PassportToken extends Token
{
    use RecordsRevocations;
}
