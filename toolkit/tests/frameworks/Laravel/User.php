<?php

declare(strict_types=1);

namespace App\Models;

use Illuminate\Database\Eloquent\Builder;
use Laravel\Sanctum\HasApiTokens;

/** A user, whom a scope hides if he is blocked. */
class User extends \Illuminate\Foundation\Auth\User
{
    use HasApiTokens;

    public $timestamps = false;
    protected $guarded = [];

    protected static function booted(): void
    {
        static::addGlobalScope('unblocked', static fn(Builder $query) => $query->where('is_blocked', false));
    }
}
