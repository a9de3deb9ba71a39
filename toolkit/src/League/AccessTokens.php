<?php

declare(strict_types=1);

namespace Bloom\Toolkit\League;

use Bloom\Toolkit\Revocation\SystemClock;
use Bloom\Toolkit\RevocationList;
use League\OAuth2\Server\Entities\AccessTokenEntityInterface;
use League\OAuth2\Server\Entities\ClientEntityInterface;
use League\OAuth2\Server\Entities\ScopeEntityInterface;
use League\OAuth2\Server\Repositories\AccessTokenRepositoryInterface;
use Psr\Clock\ClockInterface;

/** For league/oauth2-server: a repository of access tokens whose revocations are on a RevocationList. */
final readonly class AccessTokens implements AccessTokenRepositoryInterface
{
    use RevokesById;

    /**
     * @param int                 $longestLifetimeSeconds of an access token, from issue to expiry
     * @param ?\DateTimeInterface $completeFrom           when the list will know everything that is revoked: when it came into
     *                                                    use plus the longest lifetime. Until then the repository is asked,
     *                                                    too. Null: it knew everything from the start
     */
    public function __construct(
        private AccessTokenRepositoryInterface $repository,
        private RevocationList $list,
        private int $longestLifetimeSeconds,
        private ?\DateTimeInterface $completeFrom,
        private ClockInterface $clock = new SystemClock(),
    ) {}

    /** @param array<ScopeEntityInterface> $scopes */
    public function getNewToken(
        ClientEntityInterface $clientEntity,
        array $scopes,
        mixed $userIdentifier = null,
    ): AccessTokenEntityInterface {
        return $this->repository->getNewToken($clientEntity, $scopes, $userIdentifier);
    }

    public function persistNewAccessToken(AccessTokenEntityInterface $accessTokenEntity): void
    {
        $this->repository->persistNewAccessToken($accessTokenEntity);
    }

    public function revokeAccessToken(#[\SensitiveParameter] string $tokenId): void
    {
        $this->revoke($tokenId);
        $this->repository->revokeAccessToken($tokenId);
    }

    public function isAccessTokenRevoked(#[\SensitiveParameter] string $tokenId): bool
    {
        return $this->list->isRevoked($tokenId) || (!$this->isListComplete() && $this->repository->isAccessTokenRevoked($tokenId));
    }
}
