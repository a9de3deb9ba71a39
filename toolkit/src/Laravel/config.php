<?php

declare(strict_types=1);

return [
    /*
     * Filters by name: 'expected_items' and, if not the defaults, 'false_positive_rate' (0.01), 'kind' ('bloom'), 'shared' (true),
     * 'longest_transaction_seconds' (10), 'load_on_first_use' (false), 'window_seconds' and 'generations' (kind 'rotating').
     *
     * What a filter must know comes from 'column' => [Model::class, 'column'], which also follows the model's events, or from
     * 'source' => a class with __invoke(). Without either it starts empty, which is right for the keys of a cache.
     *
     * 'normalise' => 'caseless', 'none', 'collation:NAME', or a class with __invoke(): the form of an item in the filter. If not
     * said, that of the connection's 'collation' under 'validation', or 'caseless' if it has none; elsewhere 'none'.
     */
    'filters' => [],

    /* Filters with a 'column' that answer the rules "unique" and "exists" on it. */
    'validation' => [],

    /* The filter of the tokens of Sanctum that exist: its 'column' is [Bloom\Toolkit\Laravel\PersonalAccessToken::class, 'token']. */
    'sanctum' => null,

    /*
     * Revoked tokens: 'filter', and if not the defaults 'store' (RevocationStore::class, as bound in the container),
     * 'leeway_seconds' (60), 'longest_lifetime_seconds' (null), 'keyed_by_issuer' (false), 'on_missing_id' and 'on_store_failure'
     * ('refuse'), and for Laravel Passport 'passport' => ['longest_lifetime_seconds' => N, 'complete_from' => null], where
     * 'complete_from' is when this came into use plus the longest lifetime; until then Passport is asked, too.
     */
    'revocation' => null,
];
