<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Bloom\Toolkit\Health\Cause;
use Bloom\Toolkit\Health\Policy;
use Bloom\Toolkit\Health\RebuildRequest;
use Bloom\Toolkit\Health\State;

/** That the health of a shared filter is watched: one that errs too often is bypassed, and its rebuild requested. */
final readonly class RecoverySettings
{
    /**
     * @param string                          $stateFile      absolute path of a file, of this filter alone, on its machine and writable for all processes that use it
     * @param \Closure(RebuildRequest): mixed $requestRebuild puts the request into a queue whose worker calls Filters::rebuild(); runs in a user's request
     * @param float                           $headroom       as of Health\Rebuilder: how many times what it holds the filter is made for, at least 1
     * @param float                           $keptShare      as of Health\Rebuilder: the share of its items that a new version must hold, from 0 to 1
     * @param bool                            $startsEmpty    of a filter without a source, which has to be said: that a rebuild forgets all it knows. Right for
     *                                                        the keys of a cache and for nothing else
     *
     * @throws \InvalidArgumentException
     */
    public function __construct(
        public string $stateFile,
        public \Closure $requestRebuild,
        public Policy $policy = new Policy(),
        public float $headroom = 1.5,
        public float $keptShare = 0.5,
        public bool $startsEmpty = false,
    ) {
        AbsolutePath::of($stateFile, 'The file of a state');
        if ($headroom < 1.0 || $keptShare < 0.0 || $keptShare > 1.0) {
            throw new \InvalidArgumentException('headroom must be at least 1, and keptShare from 0 to 1');
        }
    }

    /** Why the filter is bypassed; null: it is not, or has not been looked at. */
    public function bypassedFor(): ?Cause
    {
        return is_readable($this->stateFile) ? State::fromJson((string) file_get_contents($this->stateFile))?->cause : null;
    }
}
