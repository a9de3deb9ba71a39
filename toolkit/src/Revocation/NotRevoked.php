<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Revocation;

use Bloom\Toolkit\RevocationList;
use Lcobucci\JWT\Token;
use Lcobucci\JWT\UnencryptedToken;
use Lcobucci\JWT\Validation\Constraint;
use Lcobucci\JWT\Validation\ConstraintViolation;

/**
 * For lcobucci/jwt. Its validator runs every constraint even after a bad signature, so check this one in a second call,
 * after the one that verifies: otherwise anybody's token ids reach the filter and the store.
 */
final readonly class NotRevoked implements Constraint
{
    public function __construct(private RevocationList $list) {}

    public function assert(Token $token): void
    {
        if (!$token instanceof UnencryptedToken) {
            throw ConstraintViolation::error('The token must be readable to be checked for revocation', $this);
        }
        $id = TokenId::fromClaims($token->claims()->all());
        if ($this->list->isRevoked($id->jti, $id->issuer)) {
            throw ConstraintViolation::error('The token is revoked', $this);
        }
    }
}
