<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Health;

use Bloom\MembershipFilter;

/**
 * What a filter's info() says about its health.
 *
 * @internal
 */
final readonly class Readings
{
    public float $promisedRate;
    public float $estimatedRate;
    public bool $isSaturated;
    public bool $isReady;
    /** Whether some process loads or rebuilds it. */
    public bool $isLoading;
    public bool $canGrow;
    public int $count;
    public int $expectedItems;
    public int $negatives;
    public int $reported;
    /** Differs between two versions, even if the filter was dropped and made anew. */
    public string $version;

    /** @param array<mixed> $info */
    private function __construct(array $info)
    {
        $number = static fn(string $key): int|float => \is_int($info[$key] ?? null) || \is_float($info[$key] ?? null) ? $info[$key] : 0;
        $this->promisedRate = (float) $number('false_positive_rate');
        $this->estimatedRate = (float) $number('estimated_false_positive_rate');
        $this->isSaturated = ($info['saturated'] ?? null) === true;
        $this->isReady = ($info['ready'] ?? null) === true;
        $this->isLoading = ($info['loading_pid'] ?? null) !== null;
        $this->canGrow = ($info['kind'] ?? null) === 'scalable';
        $this->count = (int) $number('count');
        $this->expectedItems = (int) $number('expected_items');
        $this->negatives = (int) ($number('lookups') - $number('positives'));
        $this->reported = (int) $number('reported_false_positives');
        $this->version = json_encode([$number('generation'), $number('created_at')], JSON_THROW_ON_ERROR);
    }

    public static function of(MembershipFilter $filter): self
    {
        return new self($filter->info());
    }

    /** @return array<string, int|float> for a log */
    public function context(): array
    {
        return [
            'count' => $this->count,
            'expected_items' => $this->expectedItems,
            'estimated_false_positive_rate' => $this->estimatedRate,
        ];
    }
}
