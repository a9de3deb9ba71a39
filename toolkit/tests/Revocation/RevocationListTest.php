<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Revocation;

use Bloom\StorageException;
use Bloom\Toolkit\Revocation\Policy;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\Tests\Support\ArrayRevocationStore;
use Bloom\Toolkit\Tests\Support\SpyLogger;
use Bloom\Toolkit\Tests\Support\StubFilter;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Clock\MockClock;

final class RevocationListTest extends TestCase
{
    private StubFilter $filter;
    private ArrayRevocationStore $store;
    private MockClock $clock;
    private SpyLogger $logger;
    private RevocationList $list;

    protected function setUp(): void
    {
        $this->filter = new StubFilter();
        $this->store = new ArrayRevocationStore();
        $this->clock = new MockClock('2026-01-01 00:00:00 UTC');
        $this->logger = new SpyLogger();
        $this->list = new RevocationList($this->filter, $this->store, $this->clock, $this->logger);
    }

    public function testATokenThatWasNotRevokedPassesWithoutAQuestionToTheStore(): void
    {
        $this->revoke('other');

        self::assertFalse($this->list->isRevoked('mine'));
        self::assertSame(0, $this->store->questions);
    }

    public function testARevokedTokenIsRefusedUntilItsExpiryAndTheLeewayHavePassed(): void
    {
        $this->revoke('a', '+10 minutes');

        self::assertTrue($this->list->isRevoked('a'));
        $this->clock->sleep(600 + 59);
        self::assertTrue($this->list->isRevoked('a'));
        $this->clock->sleep(1);
        self::assertFalse($this->list->isRevoked('a'));
    }

    public function testATokenIsRefusedToTheEndOfTheSecondInWhichItExpires(): void
    {
        $list = new RevocationList($this->filter, $this->store, $this->clock, leewaySeconds: 0);
        $list->revoke('a', $expiry = new \DateTimeImmutable('2026-01-01 00:10:00.9 UTC'));
        $this->clock->sleep(600.8);
        $list->revoke('b', $expiry);

        self::assertTrue($list->isRevoked('a'));
        self::assertTrue($list->isRevoked('b'));
        $this->clock->sleep(0.2);
        self::assertFalse($list->isRevoked('a'));
    }

    public function testARestoredTokenPassesAndCanBeRevokedAgain(): void
    {
        $this->revoke('a');
        $this->revoke('b');
        $this->list->restore('a');

        self::assertFalse($this->list->isRevoked('a'));
        self::assertTrue($this->list->isRevoked('b'));
        $this->revoke('a');
        self::assertTrue($this->list->isRevoked('a'));
    }

    public function testAllCanBeRestored(): void
    {
        $this->revoke('a');
        $this->revoke('b');
        $this->list->restoreAll();

        self::assertSame([], $this->store->expiries);
    }

    public function testAMightBeOfTheFilterIsDecidedByTheStoreAndReported(): void
    {
        $list = new RevocationList($filter = new StubFilter(isAlwaysMaybe: true), $this->store, $this->clock);

        self::assertFalse($list->isRevoked('a'));
        self::assertSame(1, $this->store->questions);
        self::assertSame(1, $filter->falsePositives);
    }

    public function testWhileTheFilterIsNotReadyTheStoreDecidesAndNothingIsReported(): void
    {
        $this->revoke('a');
        $this->filter->clear();
        $this->filter->setReady(false);

        self::assertTrue($this->list->isRevoked('a'));
        self::assertFalse($this->list->isRevoked('b'));
        self::assertSame(2, $this->store->questions);
        self::assertSame(0, $this->filter->falsePositives);
    }

    public function testAFilterThatCannotBeAskedIsPassedByAndLogged(): void
    {
        $this->revoke('secret');
        $this->filter->isBroken = true;

        self::assertTrue($this->list->isRevoked('secret'));
        self::assertFalse($this->list->isRevoked('b'));
        self::assertCount(2, $this->logger->records);
        self::assertStringNotContainsString('secret', $this->logger->records[0][1]);
    }

    public function testTheFilterLearnsTheTokenBeforeAndAfterTheStore(): void
    {
        $known = null;
        $this->store->onRevoke = function () use (&$known): void {
            $known = $this->filter->count();
            // a load that has read the store before the token was there ends now
            $this->filter->rebuild(static fn(): bool => true);
        };
        $this->revoke('a');

        self::assertSame(1, $known);
        self::assertTrue($this->list->isRevoked('a'));
    }

    public function testARevocationIsNotAcknowledgedIfTheFilterLacksIt(): void
    {
        $this->filter->isBroken = true;
        try {
            $this->revoke('a');
            self::fail('Acknowledged');
        } catch (StorageException) {
            self::assertCount(1, $this->store->expiries, 'It takes effect with the next load');
        }
    }

    public function testARevocationIsNotAcknowledgedIfTheStoreIsDown(): void
    {
        $this->store->isDown = true;
        $this->expectExceptionMessage('The store is down');
        $this->revoke('a');
    }

    /** @param array<string, Policy> $policy */
    #[DataProvider('storePolicies')]
    public function testAStoreThatIsDownFollowsThePolicy(array $policy, bool $isRefused): void
    {
        $list = new RevocationList($this->filter, $this->store, $this->clock, $this->logger, ...$policy);
        $this->revoke('a');
        $this->store->isDown = true;

        self::assertSame($isRefused, $list->isRevoked('a'));
        self::assertFalse($list->isRevoked('b'), 'The filter is sure about this one');
        self::assertSame('critical', $this->logger->records[0][0]);
    }

    /** @return array<string, array{array<string, Policy>, bool}> */
    public static function storePolicies(): array
    {
        return [
            'default' => [[], true],
            'refuse' => [['onStoreFailure' => Policy::Refuse], true],
            'accept' => [['onStoreFailure' => Policy::Accept], false],
        ];
    }

    #[DataProvider('missingIds')]
    public function testATokenWithoutIdFollowsThePolicyAndIsNotLookedUp(?string $jti): void
    {
        self::assertTrue($this->list->isRevoked($jti));
        $lenient = new RevocationList($this->filter, $this->store, $this->clock, onMissingId: Policy::Accept);
        self::assertFalse($lenient->isRevoked($jti));
        self::assertSame(0, $this->store->questions);
    }

    /** @return list<array{?string}> */
    public static function missingIds(): array
    {
        return [[null], ['']];
    }

    public function testATokenWithoutIdCannotBeRevoked(): void
    {
        $this->expectException(\InvalidArgumentException::class);
        $this->revoke('');
    }

    public function testIdsDifferInCaseAndSpaces(): void
    {
        $this->revoke('Token');

        foreach (['token', 'Token ', ' Token', "Token\0"] as $other) {
            self::assertFalse($this->list->isRevoked($other));
        }
        self::assertTrue($this->list->isRevoked('Token'));
    }

    public function testTheIssuerIsIgnoredUnlessTheListIsKeyedByIt(): void
    {
        $this->list->revoke('a', $this->clock->now()->modify('+1 hour'), 'https://one.example');

        self::assertTrue($this->list->isRevoked('a'));
        self::assertTrue($this->list->isRevoked('a', 'https://two.example'));
    }

    public function testAListKeyedByIssuerTellsIssuersApart(): void
    {
        $list = new RevocationList($this->filter, $this->store, $this->clock, isKeyedByIssuer: true);
        $list->revoke('bc', $this->clock->now()->modify('+1 hour'), 'a');

        self::assertTrue($list->isRevoked('bc', 'a'));
        self::assertFalse($list->isRevoked('c', 'ab'));
        self::assertFalse($list->isRevoked('bc', 'b'));
        self::assertTrue($list->isRevoked('bc'), 'Without issuer the policy for missing ids decides');
        $this->expectException(\InvalidArgumentException::class);
        $list->revoke('d', $this->clock->now()->modify('+1 hour'));
    }

    public function testARevocationOfAnExpiredTokenIsNothingToRemember(): void
    {
        $this->revoke('within leeway', '-59 seconds');
        $this->revoke('expired', '-60 seconds');

        self::assertTrue($this->list->isRevoked('within leeway'));
        self::assertCount(1, $this->store->expiries);
    }

    public function testRevokingAgainExtendsAndNeverShortens(): void
    {
        $this->revoke('a', '+2 hours');
        $this->revoke('a', '+1 hour');
        $this->clock->sleep(3600 + 120);

        self::assertTrue($this->list->isRevoked('a'));
    }

    public function testLoadingFillsTheFilterFromTheStoreAndDropsWhatHasExpired(): void
    {
        $this->revoke('short', '+1 minute');
        $this->revoke('long', '+1 hour');
        $this->clock->sleep(600);
        $this->list->load(0);

        self::assertSame(1, $this->filter->count());
        self::assertTrue($this->list->isRevoked('long'));
        self::assertSame(1, $this->list->deleteExpired());
        self::assertTrue($this->list->isRevoked('long'));
    }

    public function testALoadThatFailsLeavesTheFilterAsItWas(): void
    {
        $this->revoke('a');
        $this->store->isDown = true;
        try {
            $this->list->load(0);
            self::fail('Loaded from a store that is down');
        } catch (\RuntimeException) {
            $this->store->isDown = false;
            self::assertTrue($this->list->isRevoked('a'));
        }
    }

    public function testAFilterThatForgetsSoonerThanTokensExpireIsRefused(): void
    {
        $this->filter->info = ['kind' => 'rotating', 'window_seconds' => 3660];
        $make = fn(?int $lifetime): RevocationList => new RevocationList(
            $this->filter,
            $this->store,
            $this->clock,
            longestLifetimeSeconds: $lifetime,
        );

        $make(3600)->revoke('a', $this->clock->now()->modify('+1 hour'));
        foreach ([3601, null] as $lifetime) {
            try {
                $make($lifetime);
                self::fail('Accepted');
            } catch (\InvalidArgumentException $exception) {
                self::assertStringContainsString('longest lifetime', $exception->getMessage());
            }
        }
        $this->expectException(\InvalidArgumentException::class);
        $make(3600)->revoke('b', $this->clock->now()->modify('+3601 seconds'));
    }

    private function revoke(string $jti, string $expiry = '+1 hour'): void
    {
        $this->list->revoke($jti, $this->clock->now()->modify($expiry));
    }
}
