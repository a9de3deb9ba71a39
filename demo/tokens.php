<?php

declare(strict_types=1);

/* What the demo's scripts share: tokens, the database that knows which are revoked, and the filter before it. */

namespace Bloom\Demo;

use BloomFilter;
use PDO;

const REVOKED = 1_000_000;
const RATE = 0.001;
const SECRET = 'the demo signs its tokens with this';

/** The id (claim jti) of a token, a UUID. */
function token_id(string $series, int $number): string
{
    $hex = hash('xxh128', "$series $number");

    return implode('-', [substr($hex, 0, 8), substr($hex, 8, 4), substr($hex, 12, 4), substr($hex, 16, 4), substr($hex, 20)]);
}

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

/** A signed JSON web token (RFC 7519, HS256). */
function token(string $id): string
{
    $signed = base64url('{"alg":"HS256","typ":"JWT"}') . '.' . base64url((string) json_encode(['jti' => $id]));

    return $signed . '.' . base64url(hash_hmac('sha256', $signed, SECRET, true));
}

/** The id in a token whose signature is right, or null. */
function verified_id(string $token): ?string
{
    $parts = explode('.', $token);
    if (count($parts) !== 3 || !hash_equals(base64url(hash_hmac('sha256', "$parts[0].$parts[1]", SECRET, true)), $parts[2])) {
        return null;
    }
    $claims = json_decode((string) base64_decode(strtr($parts[1], '-_', '+/')), true);

    return is_array($claims) && is_string($claims['jti'] ?? null) ? $claims['jti'] : null;
}

/** The source of truth. */
function database(string $path): PDO
{
    $database = new PDO("sqlite:$path");
    $database->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
    $database->exec('PRAGMA busy_timeout = 10000');

    return $database;
}

/** The one filter of all processes. Whoever comes first fills it from the database; until then all answers are "ask the database". */
function revoked_filter(PDO $database): BloomFilter
{
    return BloomFilter::shared('revoked-tokens', REVOKED, RATE, static function (BloomFilter $filter) use ($database): void {
        $rows = $database->query('SELECT id FROM revoked', PDO::FETCH_COLUMN, 0);
        $filter->addMany($rows !== false ? $rows : []);
    });
}
