<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Collation;

use Bloom\Toolkit\Normalise;
use Bloom\Toolkit\Tests\Support\MariadbServer;
use Bloom\Toolkit\Tests\Support\PostgresServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Random\Engine\Mt19937;
use Random\Randomizer;

/**
 * Strings that a database takes for equal have one form: all characters, what collations treat as one, and thousands of random
 * strings of what is apt to be equal.
 */
final class CollationTest extends TestCase
{
    private const APT = [
        'a', 'A', 'á', "a\u{301}", "\u{316}\u{301}", 'ª', '𝐀', 's', 'S', 'ß', 'ẞ', 'e', 'É', 'æ', 'Æ', 'i', 'I', 'İ', 'ı', "\u{307}",
        'f', 'ﬁ', ' ', "\u{a0}", "\u{3000}", "\t", "\0", "\u{ad}", "\u{200d}", "\u{fe0f}", "\u{e0041}", '1', '１', '①', '²', '١', '-', '.',
        '한', 'ᄒ', 'ᅡ', 'ᆫ', 'เ', 'ก', 'ﷺ', 'ا', 'آ', 'ه', "\u{653}", 'か', 'が', 'ガ', 'カ', 'ｶ', "\u{3099}", 'й', 'й', 'И', 'Ω', 'ώ', 'ς', 'Σ',
        'σ', "\u{345}", '日', '⺜', '😀', '😁', "\u{fffd}",
    ];

    #[DataProvider('collations')]
    public function testWhatTheDatabaseTakesForEqualHasOneForm(string $collation, string $database, string $equality, int $atLeast, int $last = 0x1ffff): void
    {
        $form = Normalise::forCollation($collation);
        $strings = self::strings($last);
        $equals = match ($database) {
            'MariaDB' => self::equalInMariadb($equality, $strings),
            'PostgreSQL' => self::equalInPostgres($equality, $strings),
            default => self::equalInSqlite($equality, $strings),
        };
        $groups = 0;
        foreach ($equals as $group) {
            $groups++;
            $forms = array_unique(array_map($form, $group));
            if (\count($forms) > 1) {
                self::fail("{$collation}: " . json_encode($group) . ' have the forms ' . json_encode($forms));
            }
        }

        self::assertGreaterThanOrEqual($atLeast, $groups);
    }

    /** @return iterable<string, array{0: string, 1: string, 2: string, 3: int, 4?: int}> the form's name, how the database says it */
    public static function collations(): iterable
    {
        yield 'MariaDB, general_ci' => ['utf8mb4_general_ci', 'MariaDB', 'utf8mb4_general_ci', 1400];
        yield 'MariaDB, unicode_ci' => ['utf8mb4_unicode_ci', 'MariaDB', 'utf8mb4_unicode_ci', 4000];
        yield 'MariaDB, unicode_520_ci' => ['utf8mb4_unicode_520_ci', 'MariaDB', 'utf8mb4_unicode_520_ci', 4500];
        yield 'MariaDB, uca1400_ai_ci' => ['uca1400_ai_ci', 'MariaDB', 'utf8mb4_uca1400_ai_ci', 5000];
        yield 'MariaDB, uca1400_as_ci' => ['uca1400_as_ci', 'MariaDB', 'utf8mb4_uca1400_as_ci', 500, 0xffff];
        yield 'MariaDB, uca1400_ai_cs' => ['uca1400_ai_cs', 'MariaDB', 'utf8mb4_uca1400_ai_cs', 500, 0x1fff];
        yield 'MariaDB, uca1400_as_cs' => ['uca1400_as_cs', 'MariaDB', 'utf8mb4_uca1400_as_cs', 100, 0x1fff];
        yield 'MariaDB, bin' => ['utf8mb4_bin', 'MariaDB', 'utf8mb4_bin', 100, 0x1fff];
        foreach (['general_nopad_ci' => 500, 'unicode_nopad_ci' => 500, 'unicode_520_nopad_ci' => 500, 'uca1400_nopad_ai_ci' => 500, 'nopad_bin' => 0] as $name => $atLeast) {
            yield "MariaDB, {$name}" => ["utf8mb4_{$name}", 'MariaDB', "utf8mb4_{$name}", $atLeast, 0x1fff];
        }
        yield 'MariaDB, utf8mb3' => ['utf8mb3_general_ci', 'MariaDB', 'utf8mb3_general_ci', 500, 0x1fff];

        yield 'PostgreSQL, level 1' => ['und-u-ks-level1', 'PostgreSQL', 'v COLLATE "und-u-ks-level1"', 5000];
        yield 'PostgreSQL, level 2' => ['und-u-ks-level2', 'PostgreSQL', 'v COLLATE "und-u-ks-level2"', 500, 0xffff];
        yield 'PostgreSQL, level 3' => ['und-u-ks-level3', 'PostgreSQL', 'v COLLATE "und-u-ks-level3"', 500, 0x1fff];
        yield 'PostgreSQL, citext' => ['citext', 'PostgreSQL', 'v::citext', 500, 0xffff];
        yield 'PostgreSQL, C' => ['C', 'PostgreSQL', 'v COLLATE "C"', 0, 0x1fff];
        yield 'PostgreSQL, deterministic' => ['bin', 'PostgreSQL', 'v COLLATE "de-x-icu"', 0, 0x1fff];
        yield 'PostgreSQL, CHAR(n)' => ['C', 'PostgreSQL', 'v::char(40)', 100, 0x1fff];

        yield 'SQLite, NOCASE' => ['NOCASE', 'SQLite', 'NOCASE', 100, 0x1fff];
        yield 'SQLite, RTRIM' => ['RTRIM', 'SQLite', 'RTRIM', 100, 0x1fff];
        yield 'SQLite, BINARY' => ['BINARY', 'SQLite', 'BINARY', 0, 0x1fff];
    }

    /** MySQL is not in Debian; its collations of Unicode 9 are made from this table. */
    public function testWhatTheTableOfUnicode9TakesForEqualHasOneForm(): void
    {
        $form = Normalise::forCollation('utf8mb4_0900_ai_ci');
        /** @var array<int|string, list<string>> $ofWeights */
        $ofWeights = [];
        foreach (Collations::ofDucet() as $string => $weights) {
            $ofWeights[$weights][] = "x{$string}y";
        }
        $compared = 0;
        foreach ($ofWeights as $weights => $group) {
            /** @var list<?string> $parts */
            $parts = $weights === '' ? [''] : array_map(static fn(string $weight): ?string => $ofWeights[$weight][0] ?? null, str_split((string) $weights, 4));
            if (!\in_array(null, $parts, true)) {
                $group[] = 'x' . implode('', array_map(static fn(string $s): string => $s === '' ? '' : mb_substr($s, 1, -1), $parts)) . 'y';
            }
            $forms = array_unique(array_map($form, $group));
            $compared += \count($group) - 1;
            if (\count($forms) > 1) {
                self::fail(json_encode($group) . ' have the forms ' . json_encode($forms));
            }
        }

        self::assertGreaterThan(10_000, $compared);
    }

    public function testACollationThatIsNotKnownIsRefusedByName(): void
    {
        foreach (['utf8mb4_german2_ci', 'latin1_swedish_ci', 'uca1400_swedish_ai_ci', 'und-u-kn', 'de-u-ks-level1', ''] as $collation) {
            try {
                Normalise::forCollation($collation);
                self::fail("{$collation} was taken for known");
            } catch (\InvalidArgumentException $exception) {
                self::assertStringContainsString("collation {$collation}. Known are ", $exception->getMessage());
            }
        }
    }

    #[DataProvider('names')]
    public function testDifferentAsciiKeepsDifferentForms(string $collation, int $different): void
    {
        $form = Normalise::forCollation($collation);
        $values = array_map(static fn(int $code): string => 'x' . \chr($code) . 'y', range(0x20, 0x7e));

        self::assertCount($different, array_unique(array_map($form, $values)));
        self::assertSame($form('L-17'), $form($form('L-17')));
    }

    /** @return iterable<string, array{string, int}> */
    public static function names(): iterable
    {
        foreach (['general_ci', 'unicode_ci', 'unicode_520_ci', 'uca1400_ai_ci', '0900_ai_ci', 'NOCASE'] as $name) {
            yield $name => [$name, 95 - 26];
        }
        yield 'ICU, letters and digits only' => ['und-u-ks-level1', 26 + 10 + 1];
        foreach (['utf8mb4_bin', 'C', 'BINARY'] as $name) {
            yield $name => [$name, 95];
        }
    }

    /** As MariaDB stores them where its mode is not strict. */
    public function testBytesThatAreNoUtf8AreQuestionMarks(): void
    {
        $connection = MariadbServer::connect();
        $connection->exec("SET sql_mode = ''");
        $connection->exec('CREATE TEMPORARY TABLE spoilt (v VARCHAR(20) CHARACTER SET utf8mb4)');
        $insert = $connection->prepare('INSERT INTO spoilt VALUES (?)');
        foreach (["a\xffb", "a\xe2\x82b", "a\xf0\x9f\x98b", "\xc3", "\xc0\xafé", "\xed\xa0\x80", "\xf4\x90\x80\x80"] as $spoilt) {
            $connection->exec('DELETE FROM spoilt');
            $insert->execute([$spoilt]);
            $query = $connection->query('SELECT v FROM spoilt');
            self::assertNotFalse($query);
            $stored = $query->fetchColumn();
            self::assertIsString($stored);
            foreach (['utf8mb4_bin', 'utf8mb4_general_ci', 'utf8mb4_unicode_ci', 'uca1400_ai_ci'] as $collation) {
                $form = Normalise::forCollation($collation);
                self::assertSame($form($stored), $form($spoilt), "{$collation}: " . bin2hex($spoilt));
            }
        }
    }

    /** @return list<string> */
    private static function strings(int $last): array
    {
        static $made = [];
        /** @var array<int, list<string>> $made */
        return $made[$last] ??= self::makeStrings($last);
    }

    /** @return list<string> */
    private static function makeStrings(int $last): array
    {
        $strings = ['xy' => true, '' => true];
        foreach (Collations::characters($last) as $character) {
            $strings["x{$character}y"] = true;
        }
        foreach (Collations::ofDucet() as $sequence => $_) {
            if (mb_strlen($sequence) > 1) {
                $strings["x{$sequence}y"] = true;
                $strings['x' . implode('', array_reverse(mb_str_split($sequence))) . 'y'] = true;
                $strings['x' . mb_substr($sequence, 0, 1) . "\u{316}" . mb_substr($sequence, 1) . 'y'] = true;
            }
        }
        $randomizer = new Randomizer(new Mt19937(5));
        for ($i = 0; $i < 30_000; $i++) {
            $string = '';
            for ($length = $randomizer->getInt(1, 4); $length > 0; $length--) {
                $string .= self::APT[$randomizer->getInt(0, \count(self::APT) - 1)];
            }
            $strings[$string] = true;
        }

        return array_map(strval(...), array_keys($strings));
    }

    /**
     * @param list<string> $strings
     *
     * @return iterable<list<string>>
     */
    private static function equalInMariadb(string $collation, array $strings): iterable
    {
        $characterSet = strstr($collation, '_', true);
        if ($characterSet === 'utf8mb3') { // which has no others
            $strings = array_filter($strings, static fn(string $s): bool => preg_match('/[\x{10000}-\x{10ffff}]/u', $s) === 0);
        }
        $connection = MariadbServer::connect();
        $connection->exec('SET SESSION group_concat_max_len = 100000000, tmp_memory_table_size = 500000000, max_heap_table_size = 500000000');
        $connection->exec("CREATE TEMPORARY TABLE strings (v VARCHAR(40) CHARACTER SET {$characterSet} COLLATE {$collation}) ENGINE = MyISAM");
        foreach (array_chunk($strings, 5000) as $chunk) {
            $connection->exec('INSERT INTO strings VALUES ' . implode(',', array_map(static fn(string $s): string => "(_utf8mb4 x'" . bin2hex($s) . "')", $chunk)));
        }

        return self::classes($connection, 'SELECT GROUP_CONCAT(HEX(v)) FROM strings GROUP BY v HAVING COUNT(*) > 1');
    }

    /**
     * @param list<string> $strings
     *
     * @return iterable<list<string>>
     */
    private static function equalInPostgres(string $expression, array $strings): iterable
    {
        $connection = PostgresServer::connect();
        $connection->exec('CREATE EXTENSION IF NOT EXISTS citext');
        if (preg_match('/"(und-.*)"/', $expression, $match) === 1) {
            $connection->exec("CREATE COLLATION IF NOT EXISTS \"{$match[1]}\" (provider = icu, locale = '{$match[1]}', deterministic = false)");
        }
        $connection->exec('CREATE TEMPORARY TABLE strings (v TEXT)');
        foreach (array_chunk($strings, 5000) as $chunk) {
            // of what came with Unicode 16 or later, an ICU of later may think otherwise; PostgreSQL has no NUL
            $chunk = array_filter($chunk, static fn(string $s): bool => !str_contains($s, "\0") && self::isKnownToUnicode15($s));
            $connection->exec('INSERT INTO strings VALUES ' . implode(',', array_map(static fn(string $s): string => "(convert_from('\\x" . bin2hex($s) . "', 'UTF8'))", $chunk)));
        }

        return self::classes($connection, "SELECT string_agg(encode(convert_to(v, 'UTF8'), 'hex'), ',') FROM strings GROUP BY {$expression} HAVING COUNT(*) > 1");
    }

    private static function isKnownToUnicode15(string $string): bool
    {
        $character = mb_substr($string, 1, 1);

        return $character === '' || (\IntlChar::charAge($character)[0] ?? 0) <= 15;
    }

    /**
     * @param list<string> $strings
     *
     * @return iterable<list<string>>
     */
    private static function equalInSqlite(string $collation, array $strings): iterable
    {
        $connection = new \PDO('sqlite::memory:');
        $connection->exec("CREATE TABLE strings (v TEXT COLLATE {$collation})");
        $connection->beginTransaction();
        $insert = $connection->prepare('INSERT INTO strings VALUES (?)');
        foreach ($strings as $string) {
            $insert->execute([$string]);
        }

        return self::classes($connection, 'SELECT group_concat(hex(CAST(v AS BLOB))) FROM strings GROUP BY v HAVING COUNT(*) > 1');
    }

    /** @return iterable<list<string>> */
    private static function classes(\PDO $connection, string $query): iterable
    {
        $groups = $connection->query($query);
        self::assertNotFalse($groups);
        foreach ($groups->fetchAll(\PDO::FETCH_COLUMN) as $group) {
            self::assertIsString($group);
            yield array_map(static fn(string $hex): string => (string) hex2bin($hex), explode(',', $group));
        }
    }
}
