<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Collation;

/**
 * Finds for every character a form, a sequence of symbols, such that strings that any of several collations takes for equal have
 * equal forms. The symbols are the collations' weights; each equation says that two sequences of them must become the same.
 */
final class Unifier
{
    /** @var array<string, list<string>> what symbols have become */
    private array $values = [];

    /**
     * @param list<string> $symbols
     *
     * @return list<string>
     */
    public function value(array $symbols): array
    {
        $value = [];
        foreach ($symbols as $symbol) {
            if (isset($this->values[$symbol])) {
                $this->values[$symbol] = $this->value($this->values[$symbol]);
                array_push($value, ...$this->values[$symbol]);
            } else {
                $value[] = $symbol;
            }
        }

        return $value;
    }

    /** @param list<string> $symbols */
    public function erase(array $symbols): void
    {
        foreach ($this->value($symbols) as $symbol) {
            $this->values[$symbol] = [];
        }
    }

    /**
     * @param list<string> $left
     * @param list<string> $right
     */
    public function equate(array $left, array $right): void
    {
        while (true) {
            [$left, $right] = self::differing($this->value($left), $this->value($right));
            if (\count($left) > \count($right)) {
                [$left, $right] = [$right, $left];
            }
            if ($left === []) {
                $this->erase($right);

                return;
            }
            if (\count($left) === \count($right)) {
                foreach ($left as $i => $symbol) {
                    $pair = [$this->value([$symbol]), $this->value([$right[$i]])];
                    if (\count($pair[0]) === 1 && \count($pair[1]) === 1 && $pair[0] !== $pair[1]) {
                        $this->values[$pair[0][0]] = $pair[1];
                    }
                }
            } elseif (\count($left) === 1 && !\in_array($left[0], $right, true)) {
                $this->values[$left[0]] = $right;
            } else {
                // no solution keeps all of them; to forget too much is safe
                $this->erase([...$left, ...$right]);
            }
        }
    }

    /**
     * Without what they begin and end with in common.
     *
     * @param list<string> $left
     * @param list<string> $right
     *
     * @return array{list<string>, list<string>}
     */
    private static function differing(array $left, array $right): array
    {
        while ($left !== [] && $right !== [] && $left[0] === $right[0]) {
            array_shift($left);
            array_shift($right);
        }
        while ($left !== [] && $right !== [] && end($left) === end($right)) {
            array_pop($left);
            array_pop($right);
        }

        return [$left, $right];
    }
}
