<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Laravel;

use Bloom\SharedMemory;
use Illuminate\Support\Facades\DB;
use Laravel\Passport\Bridge\AccessTokenRepository;
use Laravel\Passport\Passport;
use Laravel\Passport\Token;
use League\OAuth2\Server\Repositories\AccessTokenRepositoryInterface;

/** Laravel Passport, against what it publishes, on a real database. */
final class PassportTest extends ApplicationTestCase
{
    protected array $settings = ['bloom.revocation.passport' => ['longest_lifetime_seconds' => 7200]];

    protected function setUp(): void
    {
        parent::setUp();
        foreach (['a', 'b', 'c'] as $id) {
            $this->issue($id);
        }
        $this->artisan('bloom:build');
    }

    public function testAnAccessTokenIsCheckedWithoutAQuery(): void
    {
        self::assertSame(0, $this->queries(fn() => self::assertFalse($this->isRevoked('a'))));
    }

    /** @param \Closure(self): mixed $revoke */
    #[\PHPUnit\Framework\Attributes\DataProvider('ways')]
    public function testHoweverPassportRevokesItIsOnTheList(\Closure $revoke): void
    {
        self::assertFalse($this->isRevoked('a'));
        $revoke($this);

        self::assertSame([true, false], [$this->isRevoked('a'), $this->isRevoked('c')]);
        $this->boot();
        self::assertSame([true, false], [$this->isRevoked('a'), $this->isRevoked('c')]);
    }

    /** @return iterable<string, array{\Closure(self): mixed}> */
    public static function ways(): iterable
    {
        yield 'the model' => [static fn(self $test) => self::token('a')->revoke()];
        yield 'a query' => [static fn(self $test) => Passport::token()->newQuery()->whereIn('id', ['a', 'b'])->update(['revoked' => true])];
        yield 'a column with its table' => [static fn(self $test) => Passport::token()->newQuery()->whereKey('a')->update(['oauth_access_tokens.revoked' => 1])];
        yield 'the repository' => [static fn(self $test) => $test->repository()->revokeAccessToken('a')];
        yield 'deletion of the model' => [static fn(self $test) => self::token('a')->delete()];
        yield 'forced deletion by a query' => [static fn(self $test) => Passport::token()->newQuery()->where('id', '<', 'c')->forceDelete()];
        yield 'deletion by a query' => [static fn(self $test) => Passport::token()->newQuery()->where('id', '<', 'c')->delete()];
    }

    public function testWhatPassportPurgesStaysRevokedAfterABuild(): void
    {
        self::token('a')->revoke();
        Passport::token()->newQuery()->where('revoked', 1)->orWhereDate('expires_at', '<', now()->subDays(7))->delete(); // passport:purge
        $this->artisan('bloom:build');
        SharedMemory::drop('revoked');
        $this->boot();
        $this->artisan('bloom:build', ['filter' => ['revoked']]);

        self::assertSame(2, DB::table('oauth_access_tokens')->count());
        self::assertSame([true, false], [$this->isRevoked('a'), $this->isRevoked('b')]);
    }

    public function testOtherUpdatesRevokeNothing(): void
    {
        Passport::token()->newQuery()->update(['expires_at' => now()->addMinute()]);
        Passport::token()->newQuery()->update(['revoked' => false]);

        self::assertFalse($this->isRevoked('a'));
        self::assertSame(0, DB::table('revoked_tokens')->count());
    }

    public function testATokenWithoutExpiryIsRevokedForGoodAndAnExpiredOneIsNotListed(): void
    {
        DB::table('oauth_access_tokens')->where('id', 'a')->update(['expires_at' => null]);
        DB::table('oauth_access_tokens')->where('id', 'b')->update(['expires_at' => now()->subDay()]);
        Passport::token()->newQuery()->update(['revoked' => true]);

        self::assertTrue(DB::table('revoked_tokens')->where('expires_at', '>', strtotime('9999-01-01'))->exists());
        self::assertSame(2, DB::table('revoked_tokens')->count());
    }

    public function testUntilTheListIsCompletePassportIsAskedToo(): void
    {
        DB::table('oauth_access_tokens')->where('id', 'a')->update(['revoked' => true]);
        self::assertFalse($this->isRevoked('a'), 'Past the model, and the list is said to be complete');
        $this->settings = ['bloom.revocation.passport' => ['longest_lifetime_seconds' => 7200, 'complete_from' => '+1 hour']];
        $this->boot();

        self::assertSame([true, false], [$this->isRevoked('a'), $this->isRevoked('b')]);
    }

    public function testAModelThatWouldHideRevocationsIsRefused(): void
    {
        Passport::useTokenModel((new class extends Token {})::class);

        $this->expectExceptionMessage('RecordsRevocations');
        $this->boot();
    }

    private static function token(string $id): Token
    {
        $token = Passport::token()->newQuery()->find($id);
        self::assertInstanceOf(Token::class, $token);

        return $token;
    }

    private function issue(string $id): void
    {
        DB::table('oauth_access_tokens')->insert(['id' => $id, 'expires_at' => now()->addHour()]);
    }

    private function isRevoked(string $id): bool
    {
        return $this->repository()->isAccessTokenRevoked($id);
    }

    private function repository(): AccessTokenRepositoryInterface
    {
        $repository = $this->app->make(AccessTokenRepository::class);
        self::assertInstanceOf(AccessTokenRepositoryInterface::class, $repository);

        return $repository;
    }
}
