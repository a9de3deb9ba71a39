<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Health;

/** When a filter is to be built anew, and when it is not worth asking until that has happened. */
final readonly class Policy
{
    private const MOST_DOUBLINGS = 6;

    /**
     * @param float $rebuildAbove    how many times the rate asked for the estimated or measured rate may be
     * @param float $fullAbove       how many times the items that it was made for it may hold; a ScalableFilter any number
     * @param float $bypassAbove     the rate above which it is bypassed, until its rate is as it should be again; at 0.5
     *                               it still spares half of the questions about what is absent
     * @param int   $minReports      how many false positives must be reported before they count as a measurement
     * @param int   $checkSeconds    how often its health is looked at, by one process for all
     * @param int   $coolDownSeconds between two rebuilds at least; doubled each time that the last one did not help for as long
     */
    public function __construct(
        public float $rebuildAbove = 2.0,
        public float $fullAbove = 1.0,
        public float $bypassAbove = 0.5,
        public int $minReports = 100,
        public int $checkSeconds = 10,
        public int $coolDownSeconds = 600,
    ) {
        if ($rebuildAbove <= 1.0 || $fullAbove <= 0.0 || $bypassAbove <= 0.0 || $bypassAbove > 1.0) {
            throw new \InvalidArgumentException('rebuildAbove must be more than 1, fullAbove positive, and bypassAbove a rate');
        }
        if (min($minReports, $checkSeconds, $coolDownSeconds) < 1) {
            throw new \InvalidArgumentException('minReports, checkSeconds and coolDownSeconds must be positive');
        }
    }

    /** @internal */
    public function isDue(?State $state, float $now): bool
    {
        return $state?->checkedAt === null || $now < $state->checkedAt || $now - $state->checkedAt >= $this->checkSeconds;
    }

    /**
     * @internal
     *
     * @return array{State, ?RebuildRequest}
     */
    public function judge(string $name, State $state, Readings $readings, float $now): array
    {
        $isOtherVersion = $readings->version !== $state->version;
        [$measured, $negatives, $reported] = $isOtherVersion
            ? [0.0, null, 0] // what other processes have to say about the last version may still arrive
            : $this->measure($state, $readings);
        $estimated = $readings->estimatedRate;
        $limit = min($this->rebuildAbove * $readings->promisedRate, $this->bypassAbove);
        $complaint = match (true) {
            $estimated > $limit => Cause::EstimatedRate,
            $measured > $limit => Cause::MeasuredRate,
            $readings->count > $this->fullAbove * $readings->expectedItems && !$readings->canGrow => Cause::Fill,
            default => null,
        };
        $cause = match (true) {
            $estimated > $this->bypassAbove => Cause::EstimatedRate,
            $measured > $this->bypassAbove => Cause::MeasuredRate,
            $state->cause === Cause::EstimatedRate && $estimated > $limit => $state->cause,
            // A filter that is bypassed is not measured: only another version can be better.
            $state->cause === Cause::MeasuredRate && !$isOtherVersion => $state->cause,
            default => null,
        };
        $complaint = $cause ?? $complaint;

        [$requestedAt, $requests, $request] = [$state->requestedAt, $state->requests, null];
        $isCool = $requestedAt === null || $now < $requestedAt
            || $now - $requestedAt >= $this->coolDownSeconds * 2 ** min(max(0, $requests - 1), self::MOST_DOUBLINGS);
        if ($complaint === null && $isCool) {
            [$requestedAt, $requests] = [null, 0];
        } elseif ($complaint !== null && $isCool && !$readings->isLoading) {
            [$requestedAt, $requests] = [$now, $requests + 1];
            $request = new RebuildRequest($name, $complaint, $readings->count, $readings->expectedItems, max($estimated, $measured));
        }

        return [new State($now, $cause, $readings->version, $negatives, $reported, $requestedAt, $requests), $request];
    }

    /**
     * Over the questions since the last measurement, so that a long healthy past does not hide what is wrong now.
     *
     * @return array{float, int, int} the rate, or 0 if too little is known; where the next measurement begins
     */
    private function measure(State $state, Readings $readings): array
    {
        [$negatives, $reported] = [$readings->negatives, $readings->reported];
        $wrong = $reported - $state->reported;
        $right = $negatives - ($state->negatives ?? PHP_INT_MAX);
        if ($wrong < 0 || $right < 0) {
            return [0.0, $negatives, $reported];
        }
        if ($wrong >= $this->minReports) {
            return [$wrong / ($wrong + $right), $negatives, $reported];
        }

        // A window that has seen enough begins anew, too.
        return $right * $readings->promisedRate >= $this->minReports
            ? [0.0, $negatives, $reported]
            : [0.0, $negatives - $right, $state->reported];
    }
}
