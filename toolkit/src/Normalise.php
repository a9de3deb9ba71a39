<?php

declare(strict_types=1);

namespace Bloom\Toolkit;

/**
 * Forms of a value under which a filter knows it. A form must be at least as coarse as the equality of the column behind
 * the filter: values that the database takes for equal must have one form, or the filter says "absent" of a row that is
 * there. A form that is coarser costs a query now and then.
 */
final class Normalise
{
    /**
     * Without white space at the ends, and without differences of case in any alphabet or locale: as coarse as SQLite's
     * NOCASE, and PostgreSQL's lower() and citext. Not as MySQL's collations or PostgreSQL's nondeterministic ones, which
     * ignore accents or compatibility characters, too.
     */
    public static function caseless(#[\SensitiveParameter] string $value): string
    {
        // Folding, not lower case: mb_strtolower() treats the Greek final sigma differently from PHP 8.3 on.
        $folded = mb_convert_case(trim($value), MB_CASE_FOLD, 'UTF-8');

        // Locales differ on the Turkish letters i with and without dot.
        return str_replace(["i\u{307}", "\u{131}"], 'i', $folded);
    }
}
