<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Filter;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Pilot\Shadow;
use Psr\Log\LoggerInterface;

/**
 * How guards ask a filter: one that fails or is not ready is passed by, and one that is tried out lets all pass.
 *
 * @internal
 */
final readonly class Gate
{
    public function __construct(
        private MembershipFilter $filter,
        private LoggerInterface $logger,
        private string $complaint,
    ) {}

    /** Null: definitely absent. */
    public function ask(#[\SensitiveParameter] string $item): ?Question
    {
        if ($this->filter instanceof Shadow) {
            return $this->filter->ask($item);
        }
        $isFilterSure = false;
        try {
            if (!$this->filter->mightContain($item)) {
                return null;
            }
            $isFilterSure = $this->filter->isReady();
        } catch (\Exception $exception) {
            $this->logger->error($this->complaint, ['exception' => $exception]);
        }

        return new MightBe($isFilterSure ? $this->filter : null, $this->logger);
    }
}
