<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

/**
 * For a token model of Laravel Passport: what is revoked or deleted through the model, by whatever query, is on the
 * RevocationList.
 */
trait RecordsRevocations
{
    /** @param \Illuminate\Database\Query\Builder $query */
    public function newEloquentBuilder($query): PassportTokenBuilder
    {
        return new PassportTokenBuilder($query);
    }
}
