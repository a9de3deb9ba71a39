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
    /** Without MySQL's names for character sets, and whether spaces at the end count: no form counts them. */
    private const FORMS = [
        'binary' => 'exact', 'rtrim' => 'exact', 'c' => 'exact', 'posix' => 'exact', 'bin' => 'exact', '0900_bin' => 'exact',
        'nocase' => 'caseless', 'citext' => 'caseless',
        'general_ci' => 'unaccentedLetters', 'unicode_ci' => 'unaccentedBelow64k',
        'unicode_520_ci' => 'unaccented', 'uca1400_ai_ci' => 'unaccented', 'uca1400_ai_cs' => 'unaccented',
        'uca1400_as_ci' => 'unaccented', 'uca1400_as_cs' => 'unaccented',
        '0900_ai_ci' => 'unaccentedExpanded', '0900_as_ci' => 'unaccentedExpanded', '0900_as_cs' => 'unaccentedExpanded',
        'und' => 'lettersAndDigits', 'und-u-ks-level1' => 'lettersAndDigits', 'und-u-ks-level2' => 'lettersAndDigits',
        'und-u-ks-level3' => 'lettersAndDigits',
    ];

    /** U+FDFA, which MariaDB expands to eight letters, and others to all. */
    private const LIGATURE = "\u{fdfa}";
    private const LIGATURE_EXPANDED = "\u{635}\u{644}\u{649} \u{627}\u{644}\u{644}\u{647} \u{639}\u{644}\u{64a}\u{647} \u{648}\u{633}\u{644}\u{645}";

    /** @var array<string, array<string, string>> */
    private static array $tables = [];

    /**
     * Without white space at the ends, and without differences of case in any alphabet or locale: as coarse as SQLite's
     * NOCASE, and PostgreSQL's lower() and citext. Not as MySQL's collations or PostgreSQL's nondeterministic ones, which
     * ignore accents or compatibility characters, too: see forCollation().
     */
    public static function caseless(#[\SensitiveParameter] string $value): string
    {
        $compared = explode("\0", $value, 2)[0]; // NOCASE looks no further
        // Folding, not lower case: mb_strtolower() treats the Greek final sigma differently from PHP 8.3 on.
        $folded = mb_convert_case(trim($compared), MB_CASE_FOLD, 'UTF-8');

        // Locales differ on the Turkish letters i with and without dot.
        return str_replace(["i\u{307}", "\u{131}"], 'i', $folded);
    }

    /**
     * A form at least as coarse as the equality of columns in UTF-8 with this collation.
     *
     * @param string $collation SQLite's BINARY, NOCASE and RTRIM;
     *                          PostgreSQL's C, POSIX and citext, "bin" for any that is deterministic, and ICU's
     *                          nondeterministic und-u-ks-level1 to -level3;
     *                          MariaDB's and MySQL's bin, general_ci, unicode_ci, unicode_520_ci, uca1400_{ai,as}_{ci,cs} and
     *                          0900_{ai_ci,as_ci,as_cs,bin}, with or without "utf8mb4_", "utf8mb3_" or "utf8_", and with
     *                          "nopad" or without
     *
     * @return \Closure(string): string
     *
     * @throws \InvalidArgumentException any other: those for one language make letters equal that no other does
     */
    public static function forCollation(string $collation): \Closure
    {
        $name = preg_replace('/^utf8(mb[34])?_|(?<=^|_)nopad_/', '', strtolower($collation)) ?? '';
        $form = self::FORMS[$name] ?? throw new \InvalidArgumentException(
            "No form is known for the collation {$collation}. Known are " . implode(', ', array_keys(self::FORMS))
            . '; for another pass a closure of your own that gives one form to all that the column takes for equal, or change the column',
        );

        return match ($form) {
            'exact' => self::exact(...),
            'caseless' => self::caseless(...),
            'unaccentedLetters' => self::unaccentedLetters(...),
            'unaccentedBelow64k' => self::unaccentedBelow64k(...),
            'unaccented' => self::unaccented(...),
            'unaccentedExpanded' => self::unaccentedExpanded(...),
            'lettersAndDigits' => self::lettersAndDigits(...),
        };
    }

    private static function exact(#[\SensitiveParameter] string $value): string
    {
        return rtrim(self::valid($value), ' ');
    }

    /** Of general_ci, where each character is one letter. */
    private static function unaccentedLetters(#[\SensitiveParameter] string $value): string
    {
        return rtrim(self::translate(strtoupper(self::below64k(self::valid($value))), 'general'), ' ');
    }

    /** Of unicode_ci, which is of the time when there were no letters above U+FFFF. */
    private static function unaccentedBelow64k(#[\SensitiveParameter] string $value): string
    {
        return self::unaccented(self::below64k(self::valid($value)));
    }

    private static function unaccentedExpanded(#[\SensitiveParameter] string $value): string
    {
        return self::unaccented(str_replace(self::LIGATURE, self::LIGATURE_EXPANDED, self::valid($value)));
    }

    private static function unaccented(#[\SensitiveParameter] string $value): string
    {
        $value = preg_replace_callback('/[\x{ac00}-\x{d7a3}]/u', self::jamo(...), self::valid($value));
        $value = preg_replace('/[\x{e0000}-\x{e0fff}]/u', '', (string) $value);

        return rtrim(self::translate(strtolower((string) $value), 'unicode'), ' ');
    }

    /** Of ICU, whose versions differ in which punctuation they take for equal. */
    private static function lettersAndDigits(#[\SensitiveParameter] string $value): string
    {
        return (string) preg_replace('/[^\p{L}\p{N}]+/u', '', self::unaccentedExpanded($value));
    }

    private static function below64k(#[\SensitiveParameter] string $value): string
    {
        return (string) preg_replace('/[\x{10000}-\x{10ffff}]/u', "\u{fffd}", $value);
    }

    /** What MariaDB makes of bytes that are no UTF-8 when it stores them, unless its mode is strict: a question mark for each. */
    private static function valid(#[\SensitiveParameter] string $value): string
    {
        if (mb_check_encoding($value, 'UTF-8')) {
            return $value;
        }

        return (string) preg_replace(
            '/(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}'
            . '|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})(*SKIP)(*FAIL)|./s',
            '?',
            $value,
        );
    }

    /** @param 'general'|'unicode' $table */
    private static function translate(#[\SensitiveParameter] string $value, string $table): string
    {
        if (preg_match('/[^ -~]/', $value) === 0) {
            return $value;
        }
        $forms = self::$tables[$table] ??= self::load($table);
        $translated = '';
        foreach (mb_str_split($value, 1, 'UTF-8') as $character) {
            $translated .= $forms[$character] ?? $character;
        }

        return $translated;
    }

    /** @return array<string, string> */
    private static function load(string $table): array
    {
        /** @var array<string, string> */
        return require __DIR__ . "/Normalise/{$table}.php";
    }

    /**
     * The letters of a syllable of Hangul, as of The Unicode Standard, section 3.12.
     *
     * @param array<string> $match
     */
    private static function jamo(array $match): string
    {
        $index = mb_ord($match[0], 'UTF-8') - 0xac00;
        $last = $index % 28;

        return mb_chr(0x1100 + intdiv($index, 588), 'UTF-8') . mb_chr(0x1161 + intdiv($index % 588, 28), 'UTF-8')
            . ($last === 0 ? '' : mb_chr(0x11a7 + $last, 'UTF-8'));
    }
}
