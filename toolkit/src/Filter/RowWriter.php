<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Filter;

use Bloom\DeletableFilter;
use Bloom\FilterException;
use Bloom\MembershipFilter;
use Psr\Log\LoggerInterface;

/**
 * What a filter must learn around the commit of a row, so that neither readers nor a rebuild under way miss it.
 *
 * @internal
 */
final readonly class RowWriter
{
    public function __construct(private MembershipFilter $filter, private LoggerInterface $logger) {}

    /**
     * Adds the form, runs the commit, and adds it again: of a filter that counts adds, only if a rebuild may have missed the first.
     *
     * @template T
     *
     * @param callable(): T $commit
     *
     * @return T
     *
     * @throws FilterException the filter cannot take it: before the commit, which then does not run, or after it
     * @throws \Throwable what the commit throws; the form stays in the filter, since the row may be there nevertheless
     */
    public function write(#[\SensitiveParameter] string $form, callable $commit): mixed
    {
        $version = $this->version();
        $this->filter->add($form); // whoever sees the row finds it in the filter
        try {
            $result = $commit();
        } catch (\Throwable $exception) {
            try {
                $this->addAgain($form, $version);
            } catch (FilterException $failure) {
                $this->logger->error('A key could not be added to the filter after a failed write', ['exception' => $failure]);
            }
            throw $exception;
        }
        $this->addAgain($form, $version);

        return $result;
    }

    /**
     * Runs the delete, and takes the form out of a filter that can forget, if it deleted a row: once at most, and never if the
     * filter was rebuilt meanwhile or fails. What stays costs a query, what is taken out too often would hide others.
     *
     * @param callable(): int $delete
     */
    public function delete(#[\SensitiveParameter] string $form, callable $delete): int
    {
        try {
            $version = $this->version();
        } catch (FilterException $exception) {
            $this->logFailedRemove($exception);
            $version = null;
        }
        $affected = $delete();
        if ($affected > 0 && $version !== null) {
            $this->removeOnce($form, $version);
        }

        return $affected;
    }

    /**
     * Which version of a filter that counts adds is in use. The number alone does not tell it from the first version of a filter
     * that was made anew.
     *
     * @return ?array{int, mixed} null for a filter that does not count adds
     */
    private function version(): ?array
    {
        return $this->filter instanceof DeletableFilter
            ? [$this->filter->generation(), $this->filter->info()['created_at'] ?? null]
            : null;
    }

    /** @param ?array{int, mixed} $version before the first add */
    private function addAgain(#[\SensitiveParameter] string $form, ?array $version): void
    {
        // A rebuild may have read the table before the commit, and end after it. If none is under way now, none that had
        // read too early can end later, so that is to be asked first, and then whether one has ended.
        if ($version === null || ($this->filter->info()['loading_pid'] ?? null) !== null || $this->version() !== $version) {
            $this->filter->add($form);
        }
    }

    /** @param array{int, mixed} $version before the delete */
    private function removeOnce(#[\SensitiveParameter] string $form, array $version): void
    {
        try {
            if ($this->filter instanceof DeletableFilter && $this->version() === $version) {
                $this->filter->remove($form, $version[0]);
            }
        } catch (FilterException $exception) {
            $this->logFailedRemove($exception);
        }
    }

    private function logFailedRemove(FilterException $exception): void
    {
        $this->logger->warning('A deleted key stays in the filter until its next rebuild', ['exception' => $exception]);
    }
}
