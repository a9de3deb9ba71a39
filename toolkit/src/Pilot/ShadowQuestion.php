<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Pilot;

use Bloom\Toolkit\Filter\AnsweredBy;
use Bloom\Toolkit\Filter\Question;

/** A question to which the filter's answer is known, and compared with the true one when that comes. */
final class ShadowQuestion implements Question
{
    private ?AnsweredBy $settledBy = null;
    private ?float $sparedSeconds = null;

    /**
     * @internal
     *
     * @param ?bool $isMaybe null: the filter was not ready, or failed
     * @param int   $askedAt by hrtime()
     * @param int   $batch   how many questions are asked together, and share the time
     */
    public function __construct(
        private readonly Shadow $shadow,
        #[\SensitiveParameter]
        private readonly string $item,
        private readonly ?bool $isMaybe,
        private readonly float $filterSeconds,
        private readonly int $askedAt,
        private readonly int $batch,
    ) {}

    public function settle(bool $isThere, AnsweredBy $by = AnsweredBy::Source): void
    {
        if ($this->settledBy !== null) {
            return;
        }
        $this->settledBy = $by;
        $seconds = (hrtime(true) - $this->askedAt) / 1e9 / $this->batch;
        $figures = [
            'questions' => 1,
            'found' => (int) $isThere,
            'absent' => 0,
            'spared' => 0,
            'false_positives' => 0,
            'disagreements' => 0,
            'overtaken' => 0,
            'unsure' => 0,
            'filter_seconds' => $this->filterSeconds,
            'source_seconds' => $seconds,
            'spared_seconds' => 0.0,
            'slowest_filter_seconds' => $this->filterSeconds,
            'slowest_source_seconds' => $seconds,
        ];
        if ($this->isMaybe === null) {
            $figures['unsure'] = 1;
        } elseif ($this->isMaybe) {
            $figures['false_positives'] = (int) !$isThere;
        } elseif ($isThere) {
            $figures[$this->shadow->hasLearnt($this->item) ? 'overtaken' : 'disagreements'] = 1;
        } else {
            $this->sparedSeconds = $seconds;
            $figures['absent'] = $figures['spared'] = 1;
            $figures['spared_seconds'] = $seconds;
        }
        $this->shadow->record([$by->value => $figures]);
        if ($figures['false_positives'] === 1 && $by === AnsweredBy::Source) {
            $this->shadow->reportFalsePositives();
        }
        if ($figures['disagreements'] === 1) {
            $this->shadow->disagree($this->item, $by);
        }
    }

    /** The round trip that the filter would have saved is due nevertheless. */
    public function spend(): void
    {
        if ($this->sparedSeconds !== null && $this->settledBy !== null) {
            $this->shadow->record([$this->settledBy->value => ['spared' => -1, 'spared_seconds' => -$this->sparedSeconds]]);
            $this->sparedSeconds = null;
        }
    }

    /** @return array<string, mixed> without the item, which may be a secret */
    public function __debugInfo(): array
    {
        return ['isMaybe' => $this->isMaybe, 'settledBy' => $this->settledBy];
    }
}
