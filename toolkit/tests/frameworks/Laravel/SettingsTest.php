<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Laravel;

use App\Models\User;
use Bloom\Toolkit\Framework\Filters;
use Bloom\Toolkit\Laravel\KnownKeysStore;
use Bloom\Toolkit\Revocation\RevocationStore;
use Bloom\Toolkit\RevocationList;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Validator;
use Illuminate\Validation\DatabasePresenceVerifier;
use Laravel\Sanctum\PersonalAccessToken;
use Laravel\Sanctum\Sanctum;
use PHPUnit\Framework\Attributes\DataProvider;

/** What can be said in config/bloom.php, and what is refused. */
final class SettingsTest extends ApplicationTestCase
{
    public function testWithoutSettingsNothingIsInTheWay(): void
    {
        Sanctum::$personalAccessTokenModel = PersonalAccessToken::class;
        $this->restart(['bloom' => ['filters' => [], 'validation' => [], 'sanctum' => null, 'revocation' => null], 'cache.default' => 'file']);

        self::assertSame([], $this->app->make(Filters::class)->definitions());
        self::assertInstanceOf(DatabasePresenceVerifier::class, $this->app->make('validation.presence'));
        self::assertSame(PersonalAccessToken::class, Sanctum::$personalAccessTokenModel);
        self::assertNotInstanceOf(KnownKeysStore::class, Cache::store()->getStore());
        $this->artisan('bloom:build');
        $this->expectExceptionMessage('bloom.revocation');
        $this->app->make(RevocationList::class);
    }

    #[DataProvider('lifetimes')]
    public function testARotatingFilterMustRememberForAsLongAsTokensLive(?int $lifetime, bool $isRefused): void
    {
        $this->restart([
            'bloom.filters' => ['revoked' => ['expected_items' => 100, 'kind' => 'rotating', 'window_seconds' => 3660]],
            'bloom.validation' => [],
            'bloom.revocation' => ['filter' => 'revoked', 'longest_lifetime_seconds' => $lifetime],
        ]);
        if ($isRefused) {
            $this->expectException(\InvalidArgumentException::class);
        }
        self::assertInstanceOf(RevocationList::class, $this->app->make(RevocationList::class));
    }

    /** @return iterable<string, array{?int, bool}> */
    public static function lifetimes(): iterable
    {
        yield 'just long enough' => [3600, false];
        yield 'a second too short' => [3601, true];
        yield 'not said' => [null, true];
    }

    public function testATokenIsLookedUpInTheFormOfItsFilter(): void
    {
        $this->restart(['bloom.filters.tokens.normalise' => 'collation:utf8mb4_general_ci']);
        $token = User::query()->create(['email' => 'alice@example.org'])->createToken('a')->plainTextToken;
        $this->artisan('bloom:build', ['filter' => ['tokens']]);

        self::assertSame(200, $this->respond($token));
    }

    public function testFalsePositivesAreReported(): void
    {
        $tiny = ['expected_items' => 1, 'longest_transaction_seconds' => 0];
        $this->restart([
            'bloom.filters.emails' => $tiny + ['column' => [User::class, 'email']],
            'bloom.filters.tokens' => $tiny + ['column' => [\Bloom\Toolkit\Laravel\PersonalAccessToken::class, 'token']],
        ]);
        for ($i = 0; $i < 8; $i++) {
            User::query()->create(['email' => "user{$i}@example.org"])->createToken('a');
        }
        $this->artisan('bloom:build');
        foreach (['emails', 'tokens'] as $name) { // all bits are set then: they say "might be present" of everything
            $this->app->make(Filters::class)->get($name)->addMany(range(1, 20_000));
        }

        self::assertTrue(Validator::make(['email' => 'free@example.org'], ['email' => 'unique:users,email'])->passes());
        self::assertFalse(Validator::make(['email' => 'user7@example.org'], ['email' => 'unique:users,email'])->passes());
        self::assertSame(401, $this->respond('wrong'));
        foreach (['emails', 'tokens'] as $name) {
            self::assertSame(1, $this->app->make(Filters::class)->get($name)->info()['reported_false_positives']);
        }
    }

    public function testPoliciesReachTheList(): void
    {
        $this->restart(['bloom.revocation' => ['filter' => 'revoked', 'on_missing_id' => 'accept', 'on_store_failure' => 'accept', 'keyed_by_issuer' => true]]);
        $this->app->bind(RevocationStore::class, static fn(): RevocationStore => new \Bloom\Toolkit\Tests\Support\ArrayRevocationStore());
        $list = $this->app->make(RevocationList::class);

        self::assertFalse($list->isRevoked(null));
        $this->expectExceptionMessage('pass the issuer');
        $list->revoke('a', new \DateTimeImmutable('+1 hour'));
    }

    /** @param array<string, mixed> $settings */
    #[DataProvider('mistakes')]
    public function testAMistakeIsNamed(string $message, array $settings): void
    {
        $this->restart($settings);
        $this->expectExceptionMessage($message);
        $this->app->make('validation.presence');
        $this->app->make(RevocationList::class);
        Cache::store()->get('a');
    }

    /** @return iterable<string, array{string, array<string, mixed>}> */
    public static function mistakes(): iterable
    {
        yield 'validation without a column' => ['the filter cache_keys must have a column', ['bloom.validation' => ['cache_keys']]];
        yield 'no such store' => ['must be a RevocationStore', ['bloom.revocation' => ['filter' => 'revoked', 'store' => \stdClass::class]]];
        yield 'no such filter' => ['There is no filter other', ['bloom.revocation' => ['filter' => 'other']]];
        yield 'a cache without filter' => ['needs the names of a store and of a filter', ['cache.stores.known' => ['driver' => 'bloom', 'store' => 'file']]];
    }

    /** @param array<string, mixed> $settings */
    private function restart(array $settings): void
    {
        $this->settings = $settings;
        $this->boot();
    }
}
