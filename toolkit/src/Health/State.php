<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Health;

/**
 * What the processes that watch one filter know of it together.
 *
 * @internal
 */
final readonly class State
{
    /**
     * @param ?float  $checkedAt   times are in seconds since 1970
     * @param ?Cause  $cause       why the filter is bypassed; null: it is not
     * @param ?string $version     of the filter when it was checked
     * @param ?int    $negatives   questions answered "definitely absent" when the current measurement began; null: it has yet to
     * @param int     $reported    false positives reported when the current measurement began
     * @param ?float  $requestedAt the last rebuild
     * @param int     $requests    rebuilds in a row that did not help for long
     */
    public function __construct(
        public ?float $checkedAt = null,
        public ?Cause $cause = null,
        public ?string $version = null,
        public ?int $negatives = null,
        public int $reported = 0,
        public ?float $requestedAt = null,
        public int $requests = 0,
    ) {}

    /** Null for anything that toJson() has not made. */
    public static function fromJson(string $text): ?self
    {
        $values = json_decode($text, true);
        if (!\is_array($values)) {
            return null;
        }
        /** @var array{checkedAt?: ?float, cause?: ?string, version?: ?string, negatives?: ?int, reported?: int, requestedAt?: ?float, requests?: int} $values */
        try {
            return new self(
                $values['checkedAt'] ?? null,
                isset($values['cause']) ? Cause::from($values['cause']) : null,
                $values['version'] ?? null,
                $values['negatives'] ?? null,
                $values['reported'] ?? 0,
                $values['requestedAt'] ?? null,
                $values['requests'] ?? 0,
            );
        } catch (\TypeError|\ValueError) {
            return null;
        }
    }

    public function toJson(): string
    {
        return json_encode(get_object_vars($this), JSON_THROW_ON_ERROR);
    }
}
