<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Collation;

use Bloom\Toolkit\Tests\Support\MariadbServer;

/** What collations take for equal, as sequences of weights: those of the first level, which tells letters and no accents apart. */
final class Collations
{
    /** Debian: python3-pyuca. MySQL's utf8mb4_0900_ai_ci is made from it. */
    private const DUCET = '/usr/lib/python3/dist-packages/pyuca/allkeys-9.0.0.txt';

    /** All that is assigned up to Unicode 16, and what lies between. */
    private const CHARACTERS = [[0, 0xd7ff], [0xe000, 0x3ffff], [0xe0000, 0xe0fff]];

    /** @return list<string> */
    public static function characters(int $last = 0x10ffff): array
    {
        $characters = [];
        foreach (self::CHARACTERS as [$from, $to]) {
            for ($code = $from; $code <= min($to, $last); $code++) {
                $characters[] = mb_chr($code);
            }
        }

        return $characters;
    }

    /**
     * @param iterable<string> $strings
     *
     * @return \Generator<string, string> string => weights in hexadecimal; keys may come as integers
     */
    public static function ofMariadb(string $collation, iterable $strings): \Generator
    {
        $connection = MariadbServer::connect([\PDO::ATTR_EMULATE_PREPARES => true]);
        $connection->exec('SET SESSION max_statement_time = 0');
        $page = [];
        $ask = static function () use (&$page, $connection, $collation): \Generator {
            $rows = implode(',', array_map(static fn(string $s): string => "(_utf8mb4 x'" . bin2hex($s) . "')", $page));
            $page = [];
            $query = $connection->query(
                "WITH strings (s) AS (VALUES {$rows}) SELECT HEX(s), HEX(WEIGHT_STRING(CAST(s AS CHAR CHARACTER SET utf8mb4) COLLATE {$collation})) FROM strings",
            );
            \assert($query !== false);
            /** @var array{string, string} $row */
            foreach ($query->fetchAll(\PDO::FETCH_NUM) as $row) {
                yield (string) hex2bin($row[0]) => $row[1];
            }
        };
        foreach ($strings as $string) {
            $page[] = $string;
            if (\count($page) === 2000) {
                yield from $ask();
            }
        }
        if ($page !== []) {
            yield from $ask();
        }
    }

    /** @return \Generator<string, string> characters, and sequences that have weights of their own => weights in hexadecimal */
    public static function ofDucet(): \Generator
    {
        $lines = is_file(self::DUCET) ? file(self::DUCET) : false;
        if ($lines === false) {
            throw new \RuntimeException('The weights of Unicode 9 are missing (Debian: apt install python3-pyuca)');
        }
        foreach ($lines as $line) {
            if (preg_match('/^([0-9A-F ]+?)\s*;\s*((?:\[[^]]*])+)/', $line, $match) === 1) {
                $characters = array_map(static fn(string $code): string => mb_chr((int) hexdec($code)), explode(' ', $match[1]));
                preg_match_all('/\[[.*]([0-9A-F]+)/', $match[2], $weights);
                yield implode('', $characters) => implode('', array_diff($weights[1], ['0000']));
            }
        }
    }
}
