<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Revocation;

use Bloom\Toolkit\RevocationList;
use Firebase\JWT\JWT;
use Firebase\JWT\Key;

/** For firebase/php-jwt: its decode(), and then the check for revocation. */
final readonly class FirebaseDecoder
{
    public function __construct(private RevocationList $list) {}

    /**
     * @param Key|array<string, Key>|\ArrayAccess<string, Key> $keys
     *
     * @throws TokenRevokedException
     * @throws \UnexpectedValueException what JWT::decode() throws
     */
    public function decode(#[\SensitiveParameter] string $jwt, #[\SensitiveParameter] Key|array|\ArrayAccess $keys): \stdClass
    {
        $claims = JWT::decode($jwt, $keys);
        $id = TokenId::fromClaims($claims);
        if ($this->list->isRevoked($id->jti, $id->issuer)) {
            throw new TokenRevokedException('The token is revoked');
        }

        return $claims;
    }
}
