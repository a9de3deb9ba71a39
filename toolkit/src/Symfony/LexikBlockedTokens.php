<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Symfony;

use Bloom\Toolkit\Revocation\TokenId;
use Bloom\Toolkit\RevocationList;
use Lexik\Bundle\JWTAuthenticationBundle\Exception\MissingClaimException;
use Lexik\Bundle\JWTAuthenticationBundle\Services\BlockedTokenManagerInterface;

/**
 * For LexikJWTAuthenticationBundle: its blocked tokens on a RevocationList.
 *
 * The bundle lets pass what its own manager cannot know. Here a token without `jti` follows the list's policy, whose
 * default refuses; one without `exp`, which never expires, is blocked for good.
 */
final readonly class LexikBlockedTokens implements BlockedTokenManagerInterface
{
    /** Of tokens without `exp`: the end of the year 9999. */
    private const NEVER = 253_402_300_799;

    /** @param ?BlockedTokenManagerInterface $previous the manager before this one, for as long as tokens live that it has blocked */
    public function __construct(private RevocationList $list, private ?BlockedTokenManagerInterface $previous = null) {}

    /** @param array<mixed> $payload */
    public function add(#[\SensitiveParameter] array $payload): bool
    {
        $id = TokenId::fromClaims($payload);
        if ($id->jti === null || $id->jti === '') {
            throw new MissingClaimException('jti');
        }
        $expiresAt = is_numeric($payload['exp'] ?? null) ? (int) ceil((float) $payload['exp']) : self::NEVER;
        $this->list->revoke($id->jti, (new \DateTimeImmutable())->setTimestamp($expiresAt), $id->issuer);

        return $expiresAt > time();
    }

    /** @param array<mixed> $payload */
    public function has(#[\SensitiveParameter] array $payload): bool
    {
        $id = TokenId::fromClaims($payload);

        return $this->list->isRevoked($id->jti, $id->issuer) || $this->previous?->has($payload) === true;
    }

    /** @param array<mixed> $payload */
    public function remove(#[\SensitiveParameter] array $payload): void
    {
        $id = TokenId::fromClaims($payload);
        if ($id->jti === null || $id->jti === '') {
            throw new MissingClaimException('jti');
        }
        $this->previous?->remove($payload);
        $this->list->restore($id->jti, $id->issuer);
    }
}
