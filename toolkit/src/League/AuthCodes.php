<?php

declare(strict_types=1);

namespace Bloom\Toolkit\League;

use Bloom\Toolkit\Revocation\SystemClock;
use Bloom\Toolkit\RevocationList;
use League\OAuth2\Server\Entities\AuthCodeEntityInterface;
use League\OAuth2\Server\Repositories\AuthCodeRepositoryInterface;
use Psr\Clock\ClockInterface;

/** For league/oauth2-server: a repository of authorization codes whose revocations are on a RevocationList. */
final readonly class AuthCodes implements AuthCodeRepositoryInterface
{
    use RevokesById;

    /**
     * @param int                 $longestLifetimeSeconds of a code, from issue to expiry
     * @param ?\DateTimeInterface $completeFrom           when the list will know everything that is revoked: when it came into
     *                                                    use plus the longest lifetime. Until then the repository is asked,
     *                                                    too. Null: it knew everything from the start
     */
    public function __construct(
        private AuthCodeRepositoryInterface $repository,
        private RevocationList $list,
        private int $longestLifetimeSeconds,
        private ?\DateTimeInterface $completeFrom,
        private ClockInterface $clock = new SystemClock(),
    ) {}

    public function getNewAuthCode(): AuthCodeEntityInterface
    {
        return $this->repository->getNewAuthCode();
    }

    public function persistNewAuthCode(AuthCodeEntityInterface $authCodeEntity): void
    {
        $this->repository->persistNewAuthCode($authCodeEntity);
    }

    public function revokeAuthCode(#[\SensitiveParameter] string $codeId): void
    {
        $this->revoke($codeId);
        $this->repository->revokeAuthCode($codeId);
    }

    public function isAuthCodeRevoked(#[\SensitiveParameter] string $codeId): bool
    {
        return $this->list->isRevoked($codeId) || (!$this->isListComplete() && $this->repository->isAuthCodeRevoked($codeId));
    }
}
