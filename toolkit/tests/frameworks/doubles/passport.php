<?php

declare(strict_types=1);

/*
 * What the toolkit touches of laravel/passport: names, and how it revokes and checks. The package itself is not among those
 * that the tests can install.
 */

namespace Laravel\Passport;

use Illuminate\Database\Eloquent\Model;

class Passport
{
    /** @var class-string<Token> */
    public static string $tokenModel = Token::class;

    /** @return class-string<Token> */
    public static function tokenModel(): string
    {
        return self::$tokenModel;
    }

    /** @param class-string<Token> $model */
    public static function useTokenModel(string $model): void
    {
        self::$tokenModel = $model;
    }

    public static function token(): Token
    {
        return new self::$tokenModel();
    }
}

class Token extends Model
{
    protected $table = 'oauth_access_tokens';
    protected $keyType = 'string';
    public $incrementing = false;
    public $timestamps = false;
    protected $guarded = [];

    public function revoke(): void
    {
        $this->forceFill(['revoked' => true])->save();
    }
}

namespace Laravel\Passport\Bridge;

use Laravel\Passport\Passport;
use League\OAuth2\Server\Entities\AccessTokenEntityInterface;
use League\OAuth2\Server\Entities\ClientEntityInterface;
use League\OAuth2\Server\Repositories\AccessTokenRepositoryInterface;

class AccessTokenRepository implements AccessTokenRepositoryInterface
{
    public function getNewToken(ClientEntityInterface $clientEntity, array $scopes, mixed $userIdentifier = null): AccessTokenEntityInterface
    {
        throw new \LogicException('Not for these tests');
    }

    public function persistNewAccessToken(AccessTokenEntityInterface $accessTokenEntity): void {}

    public function revokeAccessToken(string $tokenId): void
    {
        Passport::token()->newQuery()->whereKey($tokenId)->update(['revoked' => true]);
    }

    public function isAccessTokenRevoked(string $tokenId): bool
    {
        return Passport::token()->newQuery()->whereKey($tokenId)->where('revoked', false)->get()->isEmpty();
    }
}
