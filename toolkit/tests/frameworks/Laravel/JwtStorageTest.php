<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Laravel;

use Bloom\Toolkit\Laravel\JwtAuthStorage;
use Bloom\Toolkit\Laravel\TymonStorage;
use Bloom\Toolkit\Revocation\Policy;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\Tests\Support\ArrayRevocationStore;
use Bloom\Toolkit\Tests\Support\StubFilter;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Clock\MockClock;

/** The storages of tymon/jwt-auth and php-open-source-saver/jwt-auth, against their published interface. */
final class JwtStorageTest extends TestCase
{
    private const REFRESH_MINUTES = 20_160;

    private MockClock $clock;
    private ArrayRevocationStore $store;
    private RevocationList $list;
    private JwtStorage $inner;

    protected function setUp(): void
    {
        $this->clock = new MockClock('2026-01-01 00:00:00 UTC');
        $this->store = new ArrayRevocationStore();
        $this->list = new RevocationList(new \BloomFilter(100, 1e-6), $this->store, $this->clock);
        $this->inner = new JwtStorage();
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    #[DataProvider('classes')]
    public function testATokenThatIsNotRevokedCostsNoQuery(string $class): void
    {
        self::assertNull($this->storage($class)->get('a'));
        self::assertSame(0, $this->store->questions);
        self::assertSame([], $this->inner->asked);
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    #[DataProvider('classes')]
    public function testWhatWasAddedComesBackUntilTheTokenCanNoLongerBeRefreshed(string $class): void
    {
        $storage = $this->storage($class);
        $storage->add('a', ['valid_until' => 17], self::REFRESH_MINUTES + 1);

        self::assertSame(['valid_until' => 17], $storage->get('a'));
        self::assertSame(self::REFRESH_MINUTES + 1, $this->inner->minutes);
        $this->clock->sleep((self::REFRESH_MINUTES + 1) * 60);
        self::assertSame(['valid_until' => 17], $storage->get('a'));
        $this->clock->sleep(60);
        self::assertNull($storage->get('a'));
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    #[DataProvider('classes')]
    public function testATokenThatTheStorageHasLostStaysRevoked(string $class): void
    {
        $storage = $this->storage($class);
        $storage->add('a', ['valid_until' => 17], 60);
        $this->inner->values = [];

        self::assertSame('forever', $storage->get('a'), 'What both packages take for a token that is revoked for good');
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    #[DataProvider('classes')]
    public function testAStorageOrStoreThatIsDownRefusesARevokedToken(string $class): void
    {
        $storage = $this->storage($class);
        $storage->add('a', ['valid_until' => 17], 60);
        $this->inner->isDown = true;
        self::assertSame('forever', $storage->get('a'));
        $this->store->isDown = true;
        self::assertSame('forever', $storage->get('a'));
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    #[DataProvider('classes')]
    public function testAnAdditionThatTheListCannotTakeIsNotAcknowledged(string $class): void
    {
        $this->store->isDown = true;

        $this->expectExceptionMessage('The store is down');
        $this->storage($class)->add('a', [], 60);
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    #[DataProvider('classes')]
    public function testATokenThatNeverExpiresIsRevokedForGood(string $class): void
    {
        $storage = $this->storage($class);
        $storage->forever('a', 'forever');
        $this->clock->sleep(10 * 365 * 86_400);

        self::assertSame('forever', $storage->get('a'));
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    #[DataProvider('classes')]
    public function testDestroyTakesOneBackAndFlushAll(string $class): void
    {
        $storage = $this->storage($class);
        foreach (['a', 'b', 'c'] as $id) {
            $storage->add($id, [1], 60);
        }

        self::assertTrue($storage->destroy('a'));
        self::assertFalse($storage->destroy('a'));
        self::assertNull($storage->get('a'));
        self::assertSame([1], $storage->get('b'));
        $storage->flush();
        self::assertNull($storage->get('b'));
        self::assertSame([], $this->inner->values);
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    #[DataProvider('classes')]
    public function testATokenWithoutIdFollowsThePolicy(string $class): void
    {
        // The packages pass what the token has, whatever it is.
        $get = new \ReflectionMethod($class, 'get');
        self::assertSame('forever', $get->invoke($this->storage($class), null));

        $this->list = new RevocationList(new StubFilter(), $this->store, $this->clock, onMissingId: Policy::Accept);
        self::assertNull($get->invoke($this->storage($class), null));
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    #[DataProvider('classes')]
    public function testUntilTheListIsCompleteTheStorageIsAsked(string $class): void
    {
        $this->inner->values = ['long ago' => [1]];
        $storage = new $class($this->inner, $this->list, $this->clock->now()->modify('+14 days'), $this->clock);

        self::assertSame([1], $storage->get('long ago'));
        $this->clock->sleep(14 * 86_400);
        self::assertNull($storage->get('long ago'));
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    #[DataProvider('classes')]
    public function testAListThatForgetsBeforeTheRefreshEndsRefusesTheAddition(string $class): void
    {
        $this->list = new RevocationList(new StubFilter(), $this->store, $this->clock, longestLifetimeSeconds: 3600);

        $this->expectException(\InvalidArgumentException::class);
        $this->storage($class)->add('a', [1], self::REFRESH_MINUTES + 1);
    }

    /** @return iterable<string, array{class-string<TymonStorage>|class-string<JwtAuthStorage>}> */
    public static function classes(): iterable
    {
        yield 'tymon/jwt-auth' => [TymonStorage::class];
        yield 'php-open-source-saver/jwt-auth' => [JwtAuthStorage::class];
    }

    /** @param class-string<TymonStorage>|class-string<JwtAuthStorage> $class */
    private function storage(string $class): TymonStorage|JwtAuthStorage
    {
        return new $class($this->inner, $this->list, null, $this->clock);
    }
}
