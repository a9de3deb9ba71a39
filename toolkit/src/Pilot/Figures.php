<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Pilot;

/**
 * What a pilot counts, by who decided the question ("cache" or "source", see AnsweredBy):
 *
 *   questions           that were decided
 *   found               of these, what was there
 *   absent              the filter said "definitely absent", and it was not there
 *   spared              of these, the round trips that the filter would have saved
 *   false_positives     the filter said "might be present", and it was not there
 *   disagreements       the filter said "definitely absent", and it was there: the filter is incomplete
 *   overtaken           the same, but the filter learnt of it before the source had answered
 *   unsure              the filter was not ready, or failed
 *   filter_seconds, source_seconds, spared_seconds, and of the first two the slowest single one
 *
 * and under "filter" how often it failed: failed_questions, failed_adds.
 */
final class Figures
{
    private const MAXIMA = ['slowest_filter_seconds' => true, 'slowest_source_seconds' => true];

    /**
     * @param array<string, array<string, int|float>> $totals
     * @param array<string, array<string, int|float>> $figures
     *
     * @return array<string, array<string, int|float>>
     */
    public static function sum(array $totals, array $figures): array
    {
        foreach ($figures as $by => $values) {
            foreach ($values as $name => $value) {
                $total = $totals[$by][$name] ?? 0;
                $totals[$by][$name] = isset(self::MAXIMA[$name]) ? max($total, $value) : $total + $value;
            }
        }

        return $totals;
    }

    /**
     * With what follows from them, null where there is nothing to divide by: hit_ratio (found of all),
     * spared_ratio (spared of all), false_positive_rate (of what was not there), mean_filter_seconds, mean_source_seconds.
     *
     * @param array<string, array<string, int|float>> $figures
     *
     * @return array<string, array<string, int|float|null>>
     */
    public static function withRatios(array $figures): array
    {
        foreach ($figures as $by => $values) {
            if (!isset($values['questions'])) {
                continue;
            }
            $wrong = $values['false_positives'] ?? 0;
            $figures[$by] += [
                'hit_ratio' => self::ratio($values['found'] ?? 0, $values['questions']),
                'spared_ratio' => self::ratio($values['spared'] ?? 0, $values['questions']),
                'false_positive_rate' => self::ratio($wrong, $wrong + ($values['absent'] ?? 0)),
                'mean_filter_seconds' => self::ratio($values['filter_seconds'] ?? 0, $values['questions']),
                'mean_source_seconds' => self::ratio($values['source_seconds'] ?? 0, $values['questions']),
            ];
        }

        return $figures;
    }

    private static function ratio(int|float $part, int|float $whole): ?float
    {
        return $whole > 0 ? $part / $whole : null;
    }
}
