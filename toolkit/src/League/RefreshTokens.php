<?php

declare(strict_types=1);

namespace Bloom\Toolkit\League;

use Bloom\Toolkit\Revocation\SystemClock;
use Bloom\Toolkit\RevocationList;
use League\OAuth2\Server\Entities\RefreshTokenEntityInterface;
use League\OAuth2\Server\Repositories\RefreshTokenRepositoryInterface;
use Psr\Clock\ClockInterface;

/** For league/oauth2-server: a repository of refresh tokens whose revocations are on a RevocationList. */
final readonly class RefreshTokens implements RefreshTokenRepositoryInterface
{
    use RevokesById;

    /**
     * @param int                 $longestLifetimeSeconds of a refresh token, from issue to expiry
     * @param ?\DateTimeInterface $completeFrom           when the list will know everything that is revoked: when it came into
     *                                                    use plus the longest lifetime. Until then the repository is asked,
     *                                                    too. Null: it knew everything from the start
     */
    public function __construct(
        private RefreshTokenRepositoryInterface $repository,
        private RevocationList $list,
        private int $longestLifetimeSeconds,
        private ?\DateTimeInterface $completeFrom,
        private ClockInterface $clock = new SystemClock(),
    ) {}

    public function getNewRefreshToken(): ?RefreshTokenEntityInterface
    {
        return $this->repository->getNewRefreshToken();
    }

    public function persistNewRefreshToken(RefreshTokenEntityInterface $refreshTokenEntity): void
    {
        $this->repository->persistNewRefreshToken($refreshTokenEntity);
    }

    public function revokeRefreshToken(#[\SensitiveParameter] string $tokenId): void
    {
        $this->revoke($tokenId);
        $this->repository->revokeRefreshToken($tokenId);
    }

    public function isRefreshTokenRevoked(#[\SensitiveParameter] string $tokenId): bool
    {
        return $this->list->isRevoked($tokenId) || (!$this->isListComplete() && $this->repository->isRefreshTokenRevoked($tokenId));
    }
}
