<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Laravel;

use App\Models\User;
use App\Providers\TokenServiceProvider;
use Bloom\SharedMemory;
use Bloom\Toolkit\Framework\Filters;
use Bloom\Toolkit\Laravel\KnownKeysStore;
use Bloom\Toolkit\Laravel\PersonalAccessToken;
use Bloom\Toolkit\Laravel\TymonStorage;
use Bloom\Toolkit\RevocationList;
use Illuminate\Database\Events\QueryExecuted;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Validator;
use Laravel\Sanctum\Sanctum;

/** What docs/laravel.md promises of its application. */
final class ManualTest extends ApplicationTestCase
{
    public function testEachBlockOfThePageIsRunHere(): void
    {
        self::assertSame(
            [
                'bootstrap/providers.php', 'config/bloom.php', 'config/cache.php', 'app/Providers/AppServiceProvider.php',
                'app/Providers/TokenServiceProvider.php',
            ],
            self::$document?->names(),
        );
        self::assertInstanceOf(KnownKeysStore::class, Cache::store()->getStore());
    }

    public function testAFreeAddressIsValidatedWithoutAQueryAndATakenOneWithOne(): void
    {
        User::query()->create(['email' => 'alice@example.org']);
        $this->artisan('bloom:build');
        User::query()->create(['email' => 'Bob@example.org']);

        self::assertSame(0, $this->queries(fn() => self::assertTrue($this->isFree('carol@example.org'))));
        foreach (['alice@example.org', 'Bob@example.org'] as $taken) {
            self::assertSame(1, $this->queries(fn() => self::assertFalse($this->isFree($taken))));
        }
        self::assertSame(0, $this->queries(fn() => self::assertFalse($this->passes('carol@example.org', 'exists:users,email'))));
        self::assertSame(1, $this->queries(fn() => self::assertTrue($this->passes('alice@example.org', 'exists:users,email'))));
    }

    public function testBeforeTheFirstBuildTheDatabaseIsAsked(): void
    {
        User::query()->create(['email' => 'alice@example.org']);

        self::assertSame(1, $this->queries(fn() => self::assertTrue($this->isFree('bob@example.org'))));
        self::assertFalse($this->isFree('alice@example.org'));
    }

    public function testARowThatAScopeHidesIsInTheFilter(): void
    {
        User::query()->create(['email' => 'alice@example.org', 'is_blocked' => true]);
        $this->artisan('bloom:build');

        self::assertFalse($this->isFree('alice@example.org'));
    }

    public function testTheFilterTakesForEqualWhatTheConnectionDoes(): void
    {
        $form = fn(): string => $this->app->make(Filters::class)->definition('emails')->form('JOSÉ');
        self::assertSame('josé', $form());

        $this->settings = ['database.connections.main.collation' => 'utf8mb4_unicode_ci'];
        $this->boot();
        self::assertSame($form(), $this->app->make(Filters::class)->definition('emails')->form('jose'));
        self::assertSame('JOSÉ', $this->app->make(Filters::class)->definition('tokens')->form('JOSÉ'));

        $this->settings = ['database.connections.main.driver' => 'mysql'];
        $this->expectExceptionMessage("set 'normalise' of its filter");
        $this->boot();
    }

    public function testAChangedAddressIsInTheFilterInEveryProcess(): void
    {
        $user = User::query()->create(['email' => 'alice@example.org']);
        $this->artisan('bloom:build');
        $user->update(['email' => 'bob@example.org']);
        $this->boot();

        self::assertFalse($this->isFree('bob@example.org'));
        self::assertTrue($this->isFree('alice@example.org'), 'The filter errs, the database does not');
    }

    public function testEveryModelOfTheTableIsFollowedAndNoOther(): void
    {
        $this->artisan('bloom:build');
        (new class extends User {
            protected $table = 'users';
        })->newQuery()->create(['email' => 'alice@example.org']);
        (new class extends User {
            protected $table = 'others';
        })->newQuery()->create(['email' => 'bob@example.org']);

        self::assertTrue($this->filter('emails')->mightContain('alice@example.org'));
        self::assertFalse($this->filter('emails')->mightContain('bob@example.org'));
    }

    public function testATokenModelOfTheApplicationsOwnIsFollowedAndOneOfAnotherTableIsLookedUp(): void
    {
        $this->artisan('bloom:build');
        Sanctum::usePersonalAccessTokenModel((new class extends PersonalAccessToken {
            protected $table = 'personal_access_tokens';
        })::class);
        $token = User::query()->create(['email' => 'alice@example.org'])->createToken('a');
        self::assertSame(200, $this->respond($token->plainTextToken));
        self::assertSame(0, $this->queries(fn() => self::assertSame(401, $this->respond('1|wrong'))));

        $other = (new class extends PersonalAccessToken {
            protected $table = 'other_tokens';
        })::class;
        $this->expectExceptionMessage('no such table: other_tokens');
        $other::findToken('1|wrong');
    }

    public function testAnAddressIsInTheFilterBeforeItsRowAndAgainAfterTheCommit(): void
    {
        $this->artisan('bloom:build');
        DB::transaction(function (): void {
            DB::listen(function (QueryExecuted $query): void {
                if (str_starts_with($query->sql, 'insert')) {
                    self::assertTrue($this->filter('emails')->mightContain('alice@example.org'));
                }
            });
            User::query()->create(['email' => 'alice@example.org']);
            // a build that does not see the row yet
            $this->filter('emails')->rebuild(static fn(): null => null);
            self::assertFalse($this->filter('emails')->mightContain('alice@example.org'));
        });

        self::assertTrue($this->filter('emails')->mightContain('alice@example.org'));
    }

    public function testAnAddressIsFollowedWhateverListenersReturnAndChange(): void
    {
        $this->artisan('bloom:build');
        User::saving(static fn(User $user): string => $user->email = 'carol@example.org'); // an answer that ends the event
        User::saved(static fn(): bool => false);
        User::creating(static function (User $user): void {
            $user->email = 'dave@example.org';
        });
        $wasKnownBefore = null;
        DB::listen(function (QueryExecuted $query) use (&$wasKnownBefore): void {
            if (str_starts_with($query->sql, 'insert')) {
                $wasKnownBefore = $this->filter('emails')->mightContain('dave@example.org');
                $this->filter('emails')->rebuild(static fn(): null => null);
            }
        });
        User::query()->create(['email' => 'alice@example.org']);

        self::assertTrue($wasKnownBefore);
        self::assertTrue($this->filter('emails')->mightContain('dave@example.org'), 'And again, after the row');
    }

    public function testARuleOnAnotherConnectionOrColumnIsTheDatabasesBusiness(): void
    {
        User::query()->create(['email' => 'alice@example.org']);
        $this->artisan('bloom:build');
        SharedMemory::attach('emails')->clear();

        self::assertTrue($this->isFree('alice@example.org'), 'The filter decides');
        self::assertFalse($this->passes('alice@example.org', 'unique:other.users,email'));
        self::assertFalse($this->passes('1', 'unique:users,id'));
        self::assertTrue($this->isFree('alice@example.org'), 'And again, after the other connection');
        self::assertTrue($this->passes('alice@example.org', 'unique:main.users,email'), 'By the name of the default connection');
    }

    public function testTheCacheKnowsItsKeysInEveryProcess(): void
    {
        Cache::put('a', 17, 60);
        Cache::forever('123', null);
        $this->boot();

        self::assertSame(17, Cache::get('a'));
        self::assertNull(Cache::get('b'));
        SharedMemory::attach('cache_keys')->clear();
        self::assertNull(Cache::get('a'), 'The filter decides');
        self::assertSame(17, Cache::store('file')->get('a'));
    }

    public function testATokenOfSanctumIsFoundUntilItIsDeletedAndAWrongOneCostsNoQuery(): void
    {
        $user = User::query()->create(['email' => 'alice@example.org']);
        $old = $user->createToken('old')->plainTextToken;
        self::assertSame(200, $this->respond($old), 'Not built yet');
        $this->artisan('bloom:build');
        $new = $user->createToken('new');
        $this->boot();

        self::assertSame([200, 200], [$this->respond($old), $this->respond($new->plainTextToken)]);
        foreach (['1|wrong', 'wrong', '17|' . str_repeat('x', 48)] as $wrong) {
            self::assertSame(0, $this->queries(fn() => self::assertSame(401, $this->respond($wrong))));
        }
        $new->accessToken->delete();
        self::assertSame([200, 401], [$this->respond($old), $this->respond($new->plainTextToken)]);
        [, $secret] = explode('|', $old);
        self::assertSame(401, $this->respond("999|{$secret}"), 'The id belongs to the token');
        self::assertSame(200, $this->respond($secret), 'As Sanctum takes tokens without an id');
    }

    public function testTheListOfRevokedTokensIsFilledFromItsStore(): void
    {
        $list = $this->app->make(RevocationList::class);
        $list->revoke('a', new \DateTimeImmutable('+1 hour'));
        self::assertSame([true, false], [$list->isRevoked('a'), $list->isRevoked('b')]);
        $this->artisan('bloom:build');
        SharedMemory::drop('revoked');
        $this->boot();
        $this->artisan('bloom:build', ['filter' => ['revoked']]);

        $list = $this->app->make(RevocationList::class);
        self::assertSame([true, false], [$list->isRevoked('a'), $list->isRevoked('b')]);
    }

    public function testATokenOfTymonStaysRevokedWhenTheCacheIsCleared(): void
    {
        $this->app->register(TokenServiceProvider::class);
        $storage = $this->app->make(TymonStorage::class);
        $storage->add('a', ['valid_until' => 17], 60);
        self::assertSame(['valid_until' => 17], $storage->get('a'));
        $this->artisan('cache:clear');

        self::assertSame('forever', $storage->get('a'));
        self::assertNull($storage->get('b'));
    }

    public function testArtisanBuildsAndInspects(): void
    {
        self::assertMatchesRegularExpression('/emails +bloom +It has not been built/', $this->artisan('bloom:inspect', status: 1));
        User::query()->create(['email' => 'alice@example.org']);
        $output = $this->artisan('bloom:build');

        self::assertStringContainsString('emails: built from 1 items', $output);
        self::assertStringNotContainsString('cache_keys', $output);
        self::assertNull(Cache::get('a'));
        $infos = json_decode($this->artisan('bloom:inspect', ['--json' => true]), true);
        self::assertIsArray($infos);
        self::assertSame(['cache_keys', 'emails', 'revoked', 'tokens'], array_keys($infos));
    }

    private function filter(string $name): \Bloom\MembershipFilter
    {
        return $this->app->make(Filters::class)->get($name);
    }

    private function isFree(string $email): bool
    {
        return $this->passes($email, 'unique:users,email');
    }

    private function passes(string $value, string $rule): bool
    {
        return Validator::make(['value' => $value], ['value' => $rule])->passes();
    }
}
