<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Health;

use Bloom\DeletableFilter;
use Bloom\MembershipFilter;
use Bloom\Toolkit\Filter\ForwardingFilter;
use Bloom\Toolkit\Revocation\SystemClock;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * A filter whose health is looked at, to be given to any cache or guard of this package in place of the filter. One that
 * errs too often is bypassed: everything "might be present", so that all goes to the source of truth, slower and never
 * wrong. It goes on learning meanwhile. And a rebuild is requested, once for all processes.
 *
 * The processes know of each other by a file. If that cannot be read or written, the filter is used as it is.
 */
class Watched extends ForwardingFilter
{
    private const BUSY_NANOSECONDS = 100_000_000;

    private bool $isBypassed = false;
    private int $lookAt = 0;

    /** @param \Closure(RebuildRequest): mixed $requestRebuild */
    final protected function __construct(
        MembershipFilter $filter,
        private readonly string $name,
        private readonly string $stateFile,
        private readonly \Closure $requestRebuild,
        private readonly Policy $policy,
        private readonly LoggerInterface $logger,
        private readonly ClockInterface $clock,
    ) {
        parent::__construct($filter);
    }

    /**
     * @param string                          $name           for the log and the requests
     * @param string                          $stateFile      of this filter alone, writable for all processes that use it, on this machine
     * @param \Closure(RebuildRequest): mixed $requestRebuild puts the request into a queue, or runs Rebuilder::rebuild(),
     *                                                        which is in the request of the user whose question came first
     */
    public static function of(
        MembershipFilter $filter,
        string $name,
        string $stateFile,
        \Closure $requestRebuild,
        Policy $policy = new Policy(),
        LoggerInterface $logger = new NullLogger(),
        ClockInterface $clock = new SystemClock(),
    ): self {
        $class = $filter instanceof DeletableFilter ? DeletableWatched::class : self::class;

        return new $class($filter, $name, $stateFile, $requestRebuild, $policy, $logger, $clock);
    }

    /**
     * Looks at the filter's health, if no process has done so for the policy's checkSeconds. That costs half a
     * millisecond per megabyte; questions do it by themselves, but it can as well be done by a timer or a cron job.
     */
    public function check(): void
    {
        $request = $this->look();
        if ($request === null) {
            return;
        }
        $this->logger->notice('A rebuild of a filter is requested', [
            'filter' => $this->name,
            'cause' => $request->cause->value,
            'count' => $request->count,
            'expected_items' => $request->expectedItems,
            'rate' => $request->rate,
        ]);
        try {
            ($this->requestRebuild)($request);
        } catch (\Throwable $exception) {
            $this->logger->error('A rebuild of a filter could not be requested, or failed', ['filter' => $this->name, 'exception' => $exception]);
        }
        $this->look(isDue: true); // it may have been run at once
    }

    public function isBypassed(): bool
    {
        if (hrtime(true) >= $this->lookAt) {
            $this->check();
        }

        return $this->isBypassed;
    }

    public function add(#[\SensitiveParameter] string $item): bool
    {
        return $this->filter->add($item) && !$this->isBypassed;
    }

    public function addMany(#[\SensitiveParameter] iterable $items): int
    {
        $added = $this->filter->addMany($items);

        return $this->isBypassed ? 0 : $added;
    }

    public function mightContain(#[\SensitiveParameter] string $item): bool
    {
        return $this->isBypassed() || $this->filter->mightContain($item);
    }

    public function mightContainMany(#[\SensitiveParameter] iterable $items): array
    {
        return $this->isBypassed() ? self::maybeForAll($items) : $this->filter->mightContainMany($items);
    }

    public function isReady(): bool
    {
        return !$this->isBypassed() && $this->filter->isReady();
    }

    private function look(bool $isDue = false): ?RebuildRequest
    {
        $this->lookAt = hrtime(true) + $this->policy->checkSeconds * 1_000_000_000;
        $request = null;
        try {
            $state = $this->read();
            if ($isDue || $this->policy->isDue($state, $this->now())) {
                $judgement = $this->judge();
                if ($judgement === null) {
                    $this->lookAt = hrtime(true) + self::BUSY_NANOSECONDS;
                } else {
                    [$state, $request] = $judgement;
                }
            }
            $this->isBypassed = $state === null ? $this->isBypassed : $state->cause !== null;
        } catch (\Exception $exception) {
            $this->logger->error('The health of a filter cannot be looked at', ['filter' => $this->name, 'exception' => $exception]);
        }

        return $request;
    }

    private function read(): ?State
    {
        $text = is_file($this->stateFile) ? file_get_contents($this->stateFile) : '';

        return State::fromJson((string) $text);
    }

    /** @return array{State, ?RebuildRequest}|null null: another process is at it */
    private function judge(): ?array
    {
        $file = @fopen($this->stateFile, 'c+');
        if ($file === false) {
            throw new \RuntimeException("Cannot open {$this->stateFile}: " . (error_get_last()['message'] ?? 'unknown cause'));
        }
        try {
            if (!flock($file, LOCK_EX | LOCK_NB)) {
                return null;
            }
            $before = State::fromJson((string) stream_get_contents($file)) ?? new State();
            if (!$this->filter->isReady()) {
                return [$before, null]; // without the readings, which every request would take until it is
            }
            $readings = Readings::of($this->filter);
            if (!$readings->isReady) {
                return [$before, null];
            }
            [$state, $request] = $this->policy->judge($this->name, $before, $readings, $this->now());
            $text = $state->toJson();
            rewind($file);
            if (fwrite($file, $text) !== \strlen($text) || !ftruncate($file, \strlen($text))) {
                throw new \RuntimeException("Cannot write {$this->stateFile}: is the disk full?");
            }
        } finally {
            fclose($file);
        }
        $this->tell($before, $state, $readings);

        return [$state, $request];
    }

    private function tell(State $before, State $after, Readings $readings): void
    {
        $context = ['filter' => $this->name] + $readings->context();
        if ($before->cause === null && $after->cause !== null) {
            $this->logger->error('A filter errs too often and is bypassed', ['cause' => $after->cause->value] + $context);
        } elseif ($before->cause !== null && $after->cause === null) {
            $this->logger->notice('A filter is well again and used', $context);
        }
    }

    private function now(): float
    {
        return (float) $this->clock->now()->format('U.u');
    }
}
