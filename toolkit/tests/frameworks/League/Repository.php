<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\League;

use League\OAuth2\Server\Entities\AccessTokenEntityInterface;
use League\OAuth2\Server\Entities\AuthCodeEntityInterface;
use League\OAuth2\Server\Entities\ClientEntityInterface;
use League\OAuth2\Server\Entities\RefreshTokenEntityInterface;
use League\OAuth2\Server\Repositories\AccessTokenRepositoryInterface;
use League\OAuth2\Server\Repositories\AuthCodeRepositoryInterface;
use League\OAuth2\Server\Repositories\RefreshTokenRepositoryInterface;

/** All three repositories, as an application has them; writes down what it is asked. */
final class Repository implements AccessTokenRepositoryInterface, RefreshTokenRepositoryInterface, AuthCodeRepositoryInterface
{
    /** @var list<string> */
    public array $calls = [];
    /** @var list<string> */
    public array $revoked = [];
    /** @var list<object> */
    public array $kept = [];
    public mixed $user = null;

    public function getNewToken(ClientEntityInterface $clientEntity, array $scopes, mixed $userIdentifier = null): AccessTokenEntityInterface
    {
        $this->user = $userIdentifier;

        return new class implements AccessTokenEntityInterface {};
    }

    public function persistNewAccessToken(AccessTokenEntityInterface $accessTokenEntity): void
    {
        $this->kept[] = $accessTokenEntity;
    }

    public function revokeAccessToken(string $tokenId): void
    {
        $this->revoke('access token', $tokenId);
    }

    public function isAccessTokenRevoked(string $tokenId): bool
    {
        return $this->isRevoked('access token', $tokenId);
    }

    public function getNewRefreshToken(): RefreshTokenEntityInterface
    {
        return new class implements RefreshTokenEntityInterface {};
    }

    public function persistNewRefreshToken(RefreshTokenEntityInterface $refreshTokenEntity): void
    {
        $this->kept[] = $refreshTokenEntity;
    }

    public function revokeRefreshToken(string $tokenId): void
    {
        $this->revoke('refresh token', $tokenId);
    }

    public function isRefreshTokenRevoked(string $tokenId): bool
    {
        return $this->isRevoked('refresh token', $tokenId);
    }

    public function getNewAuthCode(): AuthCodeEntityInterface
    {
        return new class implements AuthCodeEntityInterface {};
    }

    public function persistNewAuthCode(AuthCodeEntityInterface $authCodeEntity): void
    {
        $this->kept[] = $authCodeEntity;
    }

    public function revokeAuthCode(string $codeId): void
    {
        $this->revoke('code', $codeId);
    }

    public function isAuthCodeRevoked(string $codeId): bool
    {
        return $this->isRevoked('code', $codeId);
    }

    private function revoke(string $kind, string $id): void
    {
        $this->calls[] = "revoke {$kind} {$id}";
        $this->revoked[] = $id;
    }

    private function isRevoked(string $kind, string $id): bool
    {
        $this->calls[] = "ask for {$kind} {$id}";

        return \in_array($id, $this->revoked, true);
    }
}
