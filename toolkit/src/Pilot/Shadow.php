<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Pilot;

use Bloom\DeletableFilter;
use Bloom\MembershipFilter;
use Bloom\Toolkit\Filter\AnsweredBy;
use Bloom\Toolkit\Filter\ForwardingFilter;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * A filter that is tried out. To be given to any cache or guard of this package in place of the filter: that one is
 * asked and added to as ever, but never believed, so that every result is what it would be without a filter. What
 * the source of truth then says is compared with the filter's answer.
 *
 * To others this is a filter that is never ready: everything "might be present".
 */
class Shadow extends ForwardingFilter
{
    private const REPORT_EVERY_NANOSECONDS = 5_000_000_000;

    /** @var array<string, array<string, int|float>> */
    private array $reported = [];
    /** @var array<string, array<string, int|float>> */
    private array $unreported = [];
    private int $reportedAt;

    /**
     * @param ?\Closure(string, AnsweredBy): void $onDisagreement is told of what the filter lacks, in the form in which it was asked
     */
    final protected function __construct(
        MembershipFilter $filter,
        private readonly string $name,
        private readonly ?Report $report,
        private readonly LoggerInterface $logger,
        private readonly ?\Closure $onDisagreement,
    ) {
        parent::__construct($filter);
        $this->reportedAt = hrtime(true);
    }

    /**
     * @param string                              $name           of what the filter stands in front of, for the log
     * @param ?\Closure(string, AnsweredBy): void $onDisagreement is told of what the filter lacks, in the form in which it was
     *                                                            asked; the log never is
     */
    public static function of(
        MembershipFilter $filter,
        string $name,
        ?Report $report = null,
        LoggerInterface $logger = new NullLogger(),
        ?\Closure $onDisagreement = null,
    ): self {
        $class = $filter instanceof DeletableFilter ? DeletableShadow::class : self::class;

        return new $class($filter, $name, $report, $logger, $onDisagreement);
    }

    public function __destruct()
    {
        $this->send();
    }

    /**
     * What this object has seen.
     *
     * @return array<string, array<string, int|float|null>> as of Figures, with ratios
     */
    public function figures(): array
    {
        return Figures::withRatios(Figures::sum($this->reported, $this->unreported));
    }

    /** For sources of your own: ask, look it up whatever happens, settle() the question with what you found. */
    public function ask(#[\SensitiveParameter] string $item): ShadowQuestion
    {
        return $this->askMany([$item])[0];
    }

    /**
     * @param list<string> $items
     *
     * @return list<ShadowQuestion>
     */
    public function askMany(#[\SensitiveParameter] array $items): array
    {
        $begin = hrtime(true);
        try {
            $answers = $this->filter->mightContainMany($items);
            if (\in_array(true, $answers, true) && !$this->filter->isReady()) {
                $answers = [];
            }
        } catch (\Exception $exception) {
            $answers = [];
            $this->fail('questions', $exception);
        }
        $end = hrtime(true);
        $batch = max(1, \count($items));

        return array_map(
            fn(string $item, int $i): ShadowQuestion => new ShadowQuestion(
                $this,
                $item,
                $answers[$i] ?? null,
                ($end - $begin) / 1e9 / $batch,
                $end,
                $batch,
            ),
            $items,
            array_keys($items),
        );
    }

    public function add(#[\SensitiveParameter] string $item): bool
    {
        try {
            $this->filter->add($item);
        } catch (\Exception $exception) {
            $this->fail('adds', $exception);
        }

        return false; // that it is new would be an answer, too
    }

    public function addMany(#[\SensitiveParameter] iterable $items): int
    {
        $items = \is_array($items) ? $items : iterator_to_array($items, false); // whose exceptions are not the filter's
        try {
            $this->filter->addMany($items);
        } catch (\Exception $exception) {
            $this->fail('adds', $exception);
        }

        return 0;
    }

    public function mightContain(#[\SensitiveParameter] string $item): bool
    {
        return true;
    }

    public function mightContainMany(#[\SensitiveParameter] iterable $items): array
    {
        return self::maybeForAll($items);
    }

    public function isReady(): bool
    {
        return false;
    }

    /** @internal */
    public function hasLearnt(#[\SensitiveParameter] string $item): bool
    {
        try {
            return $this->filter->mightContain($item);
        } catch (\Exception) {
            return false;
        }
    }

    /** @internal */
    public function disagree(#[\SensitiveParameter] string $item, AnsweredBy $by): void
    {
        $this->logger->critical('A filter that is tried out said "definitely absent" of something that is there', [
            'filter' => $this->name,
            'answered_by' => $by->value,
        ]);
        try {
            ($this->onDisagreement ?? static fn(): bool => true)($item, $by);
        } catch (\Throwable $exception) {
            $this->logger->error('onDisagreement failed', ['filter' => $this->name, 'exception' => $exception]);
        }
    }

    /**
     * @internal
     *
     * @param array<string, array<string, int|float>> $figures
     */
    public function record(array $figures): void
    {
        $this->unreported = Figures::sum($this->unreported, $figures);
        if (hrtime(true) - $this->reportedAt > self::REPORT_EVERY_NANOSECONDS) {
            $this->send();
        }
    }

    protected function fail(string $what, \Exception $exception): void
    {
        $this->record(['filter' => ["failed_{$what}" => 1]]);
        $this->logger->error('A filter that is tried out failed', ['filter' => $this->name, 'exception' => $exception]);
    }

    private function send(): void
    {
        $this->reportedAt = hrtime(true);
        if ($this->report === null || $this->unreported === []) {
            return;
        }
        try {
            $this->report->add($this->unreported);
            $this->reported = Figures::sum($this->reported, $this->unreported);
            $this->unreported = [];
        } catch (\Throwable $exception) {
            $this->logger->error('The figures of a pilot cannot be reported', ['filter' => $this->name, 'exception' => $exception]);
        }
    }
}
