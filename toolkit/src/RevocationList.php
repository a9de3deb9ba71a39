<?php

declare(strict_types=1);

namespace Bloom\Toolkit;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Filter\ForwardingFilter;
use Bloom\Toolkit\Filter\Gate;
use Bloom\Toolkit\Revocation\Policy;
use Bloom\Toolkit\Revocation\RevocationStore;
use Bloom\Toolkit\Revocation\SystemClock;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * Which tokens are revoked: a filter that lets nearly every token pass without a query, and an exact store that is asked
 * about the rest. While the filter is not ready or cannot be asked, every check asks the store.
 *
 * Ask only about tokens whose signature has been verified, by their `jti`.
 */
final readonly class RevocationList
{
    private Gate $gate;

    /**
     * @param bool $isKeyedByIssuer      for tokens of several issuers; otherwise the issuer is ignored throughout
     * @param int  $leewaySeconds        for how long after their expiry tokens are still accepted somewhere
     * @param ?int $longestLifetimeSeconds of a token, from issue to expiry; needed with a filter that forgets
     *
     * @throws \InvalidArgumentException the filter forgets sooner than tokens expire
     */
    public function __construct(
        private MembershipFilter $filter,
        private RevocationStore $store,
        private ClockInterface $clock = new SystemClock(),
        private LoggerInterface $logger = new NullLogger(),
        private Policy $onMissingId = Policy::Refuse,
        private Policy $onStoreFailure = Policy::Refuse,
        private bool $isKeyedByIssuer = false,
        private int $leewaySeconds = 60,
        private ?int $longestLifetimeSeconds = null,
    ) {
        if ($leewaySeconds < 0 || ($longestLifetimeSeconds ?? 0) < 0) {
            throw new \InvalidArgumentException('Leeway and longest lifetime must not be negative');
        }
        $innermost = ForwardingFilter::innermost($filter);
        $info = $innermost instanceof \BloomFilter ? [] : $innermost->info(); // which is not for free, and no BloomFilter forgets
        if (($info['kind'] ?? null) === 'rotating') {
            $window = $info['window_seconds'] ?? null;
            if ($longestLifetimeSeconds === null || !\is_int($window) || $window < $longestLifetimeSeconds + $leewaySeconds) {
                throw new \InvalidArgumentException(
                    'A RotatingFilter of revoked tokens must have a window of at least the longest lifetime of a token '
                    . "plus leeway ({$leewaySeconds} s): widen its window, and pass longestLifetimeSeconds",
                );
            }
        }
        $this->gate = new Gate($filter, $logger, 'The filter of revoked tokens cannot be asked; asking the store');
    }

    /**
     * When this returns, isRevoked() is true in every process that has this filter and store, until the token has
     * expired. If it throws, the token may or may not be revoked: call it again.
     *
     * @param \DateTimeInterface $expiresAt the token's own expiry, without leeway
     */
    public function revoke(
        #[\SensitiveParameter]
        string $jti,
        \DateTimeInterface $expiresAt,
        ?string $issuer = null,
    ): void {
        $key = $this->key($jti, $issuer);
        $now = $this->now();
        $remaining = $expiresAt->getTimestamp() - $now;
        if ($this->longestLifetimeSeconds !== null && $remaining > $this->longestLifetimeSeconds) {
            throw new \InvalidArgumentException(
                "The token expires in {$remaining} s, but the longest lifetime was said to be {$this->longestLifetimeSeconds} s",
            );
        }
        $expiry = $expiresAt->getTimestamp() + ((int) $expiresAt->format('u') > 0 ? 1 : 0) + $this->leewaySeconds;
        if ($expiry <= $now) {
            return;
        }
        // First, so that a process that ends after the store has the key leaves none that the filter lacks.
        try {
            $this->filter->add($key);
        } catch (\Exception $exception) {
            $this->log('error', 'A revoked token could not be added to the filter; trying again after the store', $exception);
        }
        $this->store->revoke($key, $expiry);
        // Again, since a load may have read the store before and switched to a new version in between.
        $this->filter->add($key);
    }

    /** Takes a revocation back. The filter keeps the id until its next load: each check of the token asks the store. */
    public function restore(#[\SensitiveParameter] string $jti, ?string $issuer = null): void
    {
        $this->store->restore($this->key($jti, $issuer));
    }

    /** Takes all revocations back; not those that come while it runs. */
    public function restoreAll(): void
    {
        foreach ($this->store->keys($this->now()) as $key) {
            $this->store->restore($key);
        }
    }

    /** True: refuse the token. */
    public function isRevoked(#[\SensitiveParameter] ?string $jti, ?string $issuer = null): bool
    {
        if ($jti === null || $jti === '' || ($this->isKeyedByIssuer && ($issuer === null || $issuer === ''))) {
            return $this->onMissingId === Policy::Refuse;
        }
        $key = $this->key($jti, $issuer);
        $question = $this->gate->ask($key);
        if ($question === null) {
            return false;
        }
        try {
            $isRevoked = $this->store->isRevoked($key, $this->now());
        } catch (\Exception $exception) {
            $this->log('critical', 'The store of revoked tokens cannot be asked', $exception);

            return $this->onStoreFailure === Policy::Refuse;
        }
        $question->settle($isRevoked);

        return $isRevoked;
    }

    /**
     * Builds the filter anew from the store, and so forgets what has expired. To be run regularly.
     *
     * @param int $longestTransactionSeconds how long a revoke() may take from its start until other connections see the
     *                                       row: the time to wait before the store is read
     */
    public function load(int $longestTransactionSeconds = 1): void
    {
        $this->filter->rebuild(function (MembershipFilter $next) use ($longestTransactionSeconds): void {
            LongestTransaction::waitOut($longestTransactionSeconds);
            self::loader($this->store, $this->clock)($next);
        });
    }

    /** Deletes what has expired from the store. Returns how much it was. */
    public function deleteExpired(): int
    {
        return $this->store->deleteExpired($this->now());
    }

    /**
     * What fills a filter from the store, to be passed to BloomFilter::shared().
     *
     * @return \Closure(MembershipFilter): void
     */
    public static function loader(RevocationStore $store, ClockInterface $clock = new SystemClock()): \Closure
    {
        return static function (MembershipFilter $filter) use ($store, $clock): void {
            $filter->addMany($store->keys($clock->now()->getTimestamp()));
        };
    }

    /** Of a fixed length and alphabet, so that no column's collation or length can confuse two tokens. */
    private function key(#[\SensitiveParameter] string $jti, ?string $issuer): string
    {
        if ($jti === '') {
            throw new \InvalidArgumentException('A token without an id (jti) cannot be revoked');
        }
        if (!$this->isKeyedByIssuer) {
            return hash('sha256', $jti);
        }
        if ($issuer === null || $issuer === '') {
            throw new \InvalidArgumentException('This list is keyed by issuer: pass the issuer of the token');
        }

        return hash('sha256', \strlen($issuer) . ':' . $issuer . $jti);
    }

    private function now(): int
    {
        return $this->clock->now()->getTimestamp();
    }

    private function log(string $level, string $message, \Exception $exception): void
    {
        $this->logger->log($level, $message, ['exception' => $exception]);
    }
}
