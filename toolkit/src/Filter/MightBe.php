<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Filter;

use Bloom\MembershipFilter;
use Psr\Log\LoggerInterface;

/**
 * A "might be present". If it turns out not to be, the filter is told.
 *
 * @internal
 */
final readonly class MightBe implements Question
{
    /** @param ?MembershipFilter $filter null: it was not the filter that said so */
    public function __construct(private ?MembershipFilter $filter, private LoggerInterface $logger) {}

    public function settle(bool $isThere, AnsweredBy $by = AnsweredBy::Source): void
    {
        if (!$isThere && $by === AnsweredBy::Source) {
            try {
                $this->filter?->reportFalsePositives();
            } catch (\Exception $exception) { // the answer is there, whatever becomes of the figures
                $this->logger->warning('A false positive could not be reported to its filter', ['exception' => $exception]);
            }
        }
    }
}
