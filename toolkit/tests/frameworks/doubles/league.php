<?php

declare(strict_types=1);

/*
 * What league/oauth2-server 9 publishes as its interfaces, as far as the toolkit touches them. The package itself is not
 * among those that the tests can install.
 */

namespace League\OAuth2\Server\Entities;

interface ClientEntityInterface {}

interface ScopeEntityInterface {}

interface AccessTokenEntityInterface {}

interface RefreshTokenEntityInterface {}

interface AuthCodeEntityInterface {}

namespace League\OAuth2\Server\Repositories;

use League\OAuth2\Server\Entities\AccessTokenEntityInterface;
use League\OAuth2\Server\Entities\AuthCodeEntityInterface;
use League\OAuth2\Server\Entities\ClientEntityInterface;
use League\OAuth2\Server\Entities\RefreshTokenEntityInterface;
use League\OAuth2\Server\Entities\ScopeEntityInterface;

interface RepositoryInterface {}

interface AccessTokenRepositoryInterface extends RepositoryInterface
{
    /** @param array<ScopeEntityInterface> $scopes */
    public function getNewToken(ClientEntityInterface $clientEntity, array $scopes, mixed $userIdentifier = null): AccessTokenEntityInterface;

    public function persistNewAccessToken(AccessTokenEntityInterface $accessTokenEntity): void;

    public function revokeAccessToken(string $tokenId): void;

    public function isAccessTokenRevoked(string $tokenId): bool;
}

interface RefreshTokenRepositoryInterface extends RepositoryInterface
{
    public function getNewRefreshToken(): ?RefreshTokenEntityInterface;

    public function persistNewRefreshToken(RefreshTokenEntityInterface $refreshTokenEntity): void;

    public function revokeRefreshToken(string $tokenId): void;

    public function isRefreshTokenRevoked(string $tokenId): bool;
}

interface AuthCodeRepositoryInterface extends RepositoryInterface
{
    public function getNewAuthCode(): AuthCodeEntityInterface;

    public function persistNewAuthCode(AuthCodeEntityInterface $authCodeEntity): void;

    public function revokeAuthCode(string $codeId): void;

    public function isAuthCodeRevoked(string $codeId): bool;
}
