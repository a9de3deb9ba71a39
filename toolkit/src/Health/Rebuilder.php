<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Health;

use Bloom\FilterFullException;
use Bloom\MembershipFilter;
use Bloom\Toolkit\LongestTransaction;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * Builds a filter anew at the size that what it holds needs, and keeps the current version if the new one is worse.
 *
 * The new version is judged when it is complete and before any process uses it. Later there is no way back: what is
 * added after the switch is in the new version alone, and would be missing from the old one.
 */
final readonly class Rebuilder
{
    private const ATTEMPTS = 5;

    /**
     * @param float $headroom  how many times what it holds the filter is made for
     * @param float $keptShare the share of the current version's items that a new version must hold at least: a load that
     *                         read half a table would hide the other half. 0 after deleting much
     */
    public function __construct(
        private float $headroom = 1.5,
        private float $keptShare = 0.5,
        private LoggerInterface $logger = new NullLogger(),
    ) {
        if ($headroom < 1.0 || $keptShare < 0.0 || $keptShare > 1.0) {
            throw new \InvalidArgumentException('headroom must be at least 1, and keptShare from 0 to 1');
        }
    }

    /**
     * @param callable(MembershipFilter): mixed $loader                    fills the new version from the source of truth, as the
     *                                                                     guards' loader() does; may be called several times
     * @param int                               $longestTransactionSeconds how long a transaction that writes to the source may take: the
     *                                                                     time to wait before the loader is called. 0 with
     *                                                                     ReadThrough::loader(), which waits itself
     *
     * @return bool false: another process is rebuilding the filter
     *
     * @throws RebuildRejectedException the new version was worse, and is thrown away
     * @throws \Throwable what loader and rebuild() throw; the current version stays then, too
     */
    public function rebuild(MembershipFilter $filter, callable $loader, int $longestTransactionSeconds): bool
    {
        $before = Readings::of($filter);
        $expected = max($before->expectedItems, $this->sizeFor($before));
        $attempt = 0;
        do {
            $attempt++;
            try {
                $filter->rebuild(function (MembershipFilter $next) use ($loader, $longestTransactionSeconds, $before, $expected): void {
                    LongestTransaction::waitOut($longestTransactionSeconds);
                    $this->load($next, $loader, $before, $expected);
                }, $expected);
                $this->logger->info('A filter was rebuilt', ['expected_items' => $expected]);

                return true;
            } catch (TooSmallException $exception) {
                $this->logger->notice('A new version of a filter was too small and is thrown away', ['expected_items' => $expected]);
                $expected = max($expected + 1, $exception->neededItems);
            } catch (\Bloom\StorageException $exception) {
                $now = Readings::of($filter);
                if (!$now->isLoading && $now->version === $before->version) {
                    throw $exception;
                }
                $this->logger->info('A filter is not rebuilt here, since another process does so', ['exception' => $exception]);

                return false;
            }
        } while ($attempt < self::ATTEMPTS);

        throw new RebuildRejectedException(
            'Cannot rebuild the filter: what the loader adds did not fit in ' . self::ATTEMPTS . ' attempts; the current version stays.'
            . ' Rebuild it with expectedItems of your own',
        );
    }

    /** @param callable(MembershipFilter): mixed $loader */
    private function load(MembershipFilter $next, callable $loader, Readings $before, int $expected): void
    {
        try {
            $loader($next);
        } catch (FilterFullException $exception) {
            throw new TooSmallException(2 * $expected, $exception);
        }
        $after = Readings::of($next);
        if ($after->isSaturated) {
            throw new TooSmallException($this->sizeFor($after));
        }
        if ($after->count < $this->keptShare * $before->count) {
            throw new RebuildRejectedException(
                "Cannot rebuild the filter: the loader added {$after->count} items where the current version, which stays, holds"
                . " {$before->count}; is the source complete? If so many were deleted, pass a smaller keptShare",
            );
        }
    }

    /** Of a filter whose bits are all set, count() is far too low, but more than ten times what it was made for: it grows by that. */
    private function sizeFor(Readings $readings): int
    {
        return (int) ceil($this->headroom * $readings->count);
    }
}
