<?php

declare(strict_types=1);

namespace Bloom\Toolkit;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Filter\Gate;
use Bloom\Toolkit\Filter\RowWriter;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * Whether a name, an e-mail address or the like is taken: "certainly free" comes from a filter of the values that exist,
 * everything else from the database.
 *
 * It answers for the moment. Two registrations at once are told apart by the database's unique index and by nothing else:
 * keep it, and handle its violation.
 */
final readonly class UniqueGuard
{
    /** @var \Closure(string): string */
    private \Closure $normalise;
    private Gate $gate;
    private RowWriter $rows;

    /**
     * @param \Closure(string): bool    $exists    asks the database about a value as it was given
     * @param ?\Closure(string): string $normalise at least as coarse as the column's equality; Normalise::caseless() if null
     */
    public function __construct(
        private MembershipFilter $filter,
        private \Closure $exists,
        ?\Closure $normalise = null,
        LoggerInterface $logger = new NullLogger(),
    ) {
        $this->normalise = $normalise ?? Normalise::caseless(...);
        $this->gate = new Gate($filter, $logger, 'The filter of taken values cannot be asked; asking the database');
        $this->rows = new RowWriter($filter, $logger);
    }

    public function isTaken(#[\SensitiveParameter] string $value): bool
    {
        $question = $this->gate->ask(($this->normalise)($value));
        if ($question === null) {
            return false;
        }
        $isTaken = ($this->exists)($value);
        $question->settle($isTaken);

        return $isTaken;
    }

    /**
     * Adds the value to the filter, runs the insert, and adds it again: to a filter that counts adds, only if a rebuild may have
     * missed the first. If the insert throws, which it does when the unique index is violated, the value stays in the filter and
     * costs a query until the next load.
     *
     * @template T
     *
     * @param callable(): T $insert returns when the row is committed
     *
     * @return T
     *
     * @throws \Bloom\FilterException the filter cannot take the value: before the insert, which then does not run, or after it
     * @throws \Throwable what the insert throws
     */
    public function register(#[\SensitiveParameter] string $value, callable $insert): mixed
    {
        return $this->rows->write(($this->normalise)($value), $insert);
    }

    /**
     * Runs the delete, and takes the value out of a filter that can forget, if it deleted a row: once at most, and never if the
     * filter was rebuilt meanwhile or fails. So every row must have come in through register() or a load.
     *
     * @param callable(): int $delete returns, when that is committed, how many rows it deleted
     *
     * @return int how many rows were deleted
     *
     * @throws \Throwable what the delete throws; the filter then stays as it is
     */
    public function release(#[\SensitiveParameter] string $value, callable $delete): int
    {
        return $this->rows->delete(($this->normalise)($value), $delete);
    }

    /**
     * What fills a filter with the values that exist, to be passed to BloomFilter::shared().
     *
     * @param callable(): iterable<string|int|null> $values all values of the column
     * @param ?\Closure(string): string    $normalise as the guard's
     *
     * @return \Closure(MembershipFilter): void
     */
    public static function loader(callable $values, ?\Closure $normalise = null): \Closure
    {
        $normalise ??= Normalise::caseless(...);

        return static function (MembershipFilter $filter) use ($values, $normalise): void {
            $forms = static function () use ($values, $normalise): \Generator {
                foreach ($values() as $value) {
                    yield $normalise((string) $value);
                }
            };
            $filter->addMany($forms());
        };
    }

    /**
     * Builds the filter anew from the database, and so forgets what was deleted there. To be run regularly.
     *
     * @param callable(): iterable<string|int|null> $values           all values of the column
     * @param int                          $longestTransactionSeconds how long a transaction that inserts may take: the time
     *                                                                to wait before the values are read
     */
    public function load(callable $values, int $longestTransactionSeconds): void
    {
        $this->filter->rebuild(function (MembershipFilter $next) use ($values, $longestTransactionSeconds): void {
            LongestTransaction::waitOut($longestTransactionSeconds);
            self::loader($values, $this->normalise)($next);
        });
    }
}
