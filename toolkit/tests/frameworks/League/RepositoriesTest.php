<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\League;

use Bloom\Toolkit\League\AccessTokens;
use Bloom\Toolkit\League\AuthCodes;
use Bloom\Toolkit\League\RefreshTokens;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\Tests\Frameworks\Document;
use Bloom\Toolkit\Tests\Support\ArrayRevocationStore;
use League\OAuth2\Server\Entities\ClientEntityInterface;
use League\OAuth2\Server\Entities\RefreshTokenEntityInterface;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Clock\MockClock;

/** The repositories of league/oauth2-server, against its published interfaces. */
final class RepositoriesTest extends TestCase
{
    private const LIFETIME = 3600;

    private MockClock $clock;
    private ArrayRevocationStore $store;
    private RevocationList $list;
    private Repository $inner;

    protected function setUp(): void
    {
        $this->clock = new MockClock('2026-01-01 00:00:00 UTC');
        $this->store = new ArrayRevocationStore();
        $this->list = new RevocationList(new \BloomFilter(100, 1e-6), $this->store, $this->clock, longestLifetimeSeconds: self::LIFETIME);
        $this->inner = new Repository();
    }

    #[DataProvider('kinds')]
    public function testWhatIsNotRevokedCostsNoQuery(string $kind): void
    {
        self::assertFalse($this->isRevoked($kind, 'a'));
        self::assertSame(0, $this->store->questions);
        self::assertSame([], $this->inner->calls);
    }

    #[DataProvider('kinds')]
    public function testARevocationIsOnTheListAndInTheRepository(string $kind): void
    {
        $this->revoke($kind, 'a');

        self::assertTrue($this->isRevoked($kind, 'a'));
        self::assertTrue($this->list->isRevoked('a'));
        self::assertSame(["revoke {$kind} a"], $this->inner->calls);
    }

    #[DataProvider('kinds')]
    public function testItIsRememberedForAsLongAsAnyTokenLives(string $kind): void
    {
        $this->revoke($kind, 'a');
        $this->clock->sleep(self::LIFETIME + 59);

        self::assertTrue($this->isRevoked($kind, 'a'));
    }

    #[DataProvider('kinds')]
    public function testUntilTheListIsCompleteTheRepositoryIsAskedToo(string $kind): void
    {
        $this->inner->revoked = ['long ago'];
        $completeFrom = $this->clock->now()->modify('+1 hour');

        self::assertTrue($this->isRevoked($kind, 'long ago', $completeFrom));
        self::assertFalse($this->isRevoked($kind, 'a', $completeFrom));
        $this->clock->sleep(3600);
        $this->inner->calls = [];
        self::assertFalse($this->isRevoked($kind, 'a', $completeFrom));
        self::assertSame([], $this->inner->calls);
    }

    #[DataProvider('kinds')]
    public function testAStoreThatIsDownRefusesWhatTheFilterKnowsAndRevokesNothing(string $kind): void
    {
        $this->revoke($kind, 'a');
        $this->store->isDown = true;

        self::assertTrue($this->isRevoked($kind, 'a'));
        $this->expectExceptionMessage('The store is down');
        $this->revoke($kind, 'b');
    }

    /** @return iterable<string, array{string}> */
    public static function kinds(): iterable
    {
        foreach (['access token', 'refresh token', 'code'] as $kind) {
            yield $kind => [$kind];
        }
    }

    public function testThePageShowsHowTheyAreMade(): void
    {
        $document = new Document('oauth2-server.md', getenv('BLOOM_TEST_DIRECTORY') . '/league');
        $list = new RevocationList(new \BloomFilter(100, 1e-6), $this->store);
        $yourAccessTokens = $yourRefreshTokens = $yourAuthCodes = $this->inner;
        require $document->path('repositories.php');
        ['accessTokens' => $access, 'refreshTokens' => $refresh, 'authCodes' => $codes] = get_defined_vars() + ['accessTokens' => null, 'refreshTokens' => null, 'authCodes' => null];
        self::assertInstanceOf(AccessTokens::class, $access);
        self::assertInstanceOf(RefreshTokens::class, $refresh);
        self::assertInstanceOf(AuthCodes::class, $codes);
        $access->revokeAccessToken('a');
        $refresh->revokeRefreshToken('b');
        $codes->revokeAuthCode('c');

        self::assertSame(['repositories.php'], $document->names());
        self::assertSame([true, true, true, false], array_map($list->isRevoked(...), ['a', 'b', 'c', 'd']));
    }

    public function testTokensAreMadeAndKeptByTheRepository(): void
    {
        $access = new AccessTokens($this->inner, $this->list, self::LIFETIME, null, $this->clock);
        $token = $access->getNewToken(new class implements ClientEntityInterface {}, [], 'user');
        $access->persistNewAccessToken($token);
        $refresh = new RefreshTokens($this->inner, $this->list, self::LIFETIME, null, $this->clock);
        $refreshToken = $refresh->getNewRefreshToken();
        self::assertInstanceOf(RefreshTokenEntityInterface::class, $refreshToken);
        $refresh->persistNewRefreshToken($refreshToken);
        $codes = new AuthCodes($this->inner, $this->list, self::LIFETIME, null, $this->clock);
        $code = $codes->getNewAuthCode();
        $codes->persistNewAuthCode($code);

        self::assertSame([$token, $refreshToken, $code], $this->inner->kept);
        self::assertSame('user', $this->inner->user);
    }

    private function revoke(string $kind, string $id): void
    {
        match ($kind) {
            'access token' => (new AccessTokens($this->inner, $this->list, self::LIFETIME, null, $this->clock))->revokeAccessToken($id),
            'refresh token' => (new RefreshTokens($this->inner, $this->list, self::LIFETIME, null, $this->clock))->revokeRefreshToken($id),
            default => (new AuthCodes($this->inner, $this->list, self::LIFETIME, null, $this->clock))->revokeAuthCode($id),
        };
    }

    private function isRevoked(string $kind, string $id, ?\DateTimeInterface $completeFrom = null): bool
    {
        return match ($kind) {
            'access token' => (new AccessTokens($this->inner, $this->list, self::LIFETIME, $completeFrom, $this->clock))->isAccessTokenRevoked($id),
            'refresh token' => (new RefreshTokens($this->inner, $this->list, self::LIFETIME, $completeFrom, $this->clock))->isRefreshTokenRevoked($id),
            default => (new AuthCodes($this->inner, $this->list, self::LIFETIME, $completeFrom, $this->clock))->isAuthCodeRevoked($id),
        };
    }
}
