<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests;

use Bloom\Toolkit\Normalise;
use Bloom\Toolkit\Tests\Support\PostgresServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Forms against what real databases take for equal. */
final class NormaliseTest extends TestCase
{
    /** @param list<string> $sameForm */
    #[DataProvider('families')]
    public function testDifferencesOfCaseAndWhiteSpaceAtTheEndsDisappear(array $sameForm): void
    {
        self::assertCount(1, array_unique(array_map(Normalise::caseless(...), $sameForm)));
    }

    /** @return list<array{list<string>}> */
    public static function families(): array
    {
        return [
            [['jose', 'JOSE', ' Jose', "jose \t\n"]],
            [['josé', 'JOSÉ', 'JosÉ']],
            [['ΟΔΥΣΣΕΥΣ', 'οδυσσευς', 'οδυσσευσ']],
            [['straße', 'STRASSE', 'STRAẞE', 'strasse']],
            [["\u{212A}", 'k', 'K']],
            [['İzmir', 'izmir', 'IZMIR', 'ızmır']],
            [['', ' ', "\0"]],
            [['jose', "jose\0b"]],
        ];
    }

    public function testDifferentValuesKeepDifferentForms(): void
    {
        $values = ['jose', 'josé', 'jo se', 'jos', 'joseb'];

        self::assertCount(\count($values), array_unique(array_map(Normalise::caseless(...), $values)));
    }

    /** @param \Closure(): \PDO $connect */
    #[DataProvider('equalities')]
    public function testNoTwoCharactersThatTheDatabaseTakesForEqualHaveDifferentForms(\Closure $connect, string $form): void
    {
        $connection = $connect();
        $connection->exec('DROP TABLE IF EXISTS letters');
        $connection->exec('CREATE TABLE letters (letter TEXT NOT NULL)');
        $connection->beginTransaction();
        $insert = $connection->prepare('INSERT INTO letters VALUES (?)');
        foreach ([...range(0x21, 0x2fff), ...range(0xa640, 0xabff), ...range(0xff00, 0xffef), ...range(0x10400, 0x104ff)] as $code) {
            $insert->execute([mb_chr($code) . 'x']);
        }
        $connection->commit();
        $query = $connection->query("SELECT a.letter, b.letter FROM letters a JOIN letters b ON {$form} WHERE a.letter < b.letter");
        self::assertNotFalse($query);
        $pairs = 0;
        /** @var array{string, string} $pair */
        foreach ($query->fetchAll(\PDO::FETCH_NUM) as $pair) {
            $pairs++;
            self::assertSame(Normalise::caseless($pair[0]), Normalise::caseless($pair[1]), implode(' and ', $pair));
        }
        self::assertGreaterThan(25, $pairs);
    }

    /** @return array<string, array{\Closure(): \PDO, string}> */
    public static function equalities(): array
    {
        return [
            'SQLite, NOCASE' => [static fn(): \PDO => new \PDO('sqlite::memory:'), 'a.letter = b.letter COLLATE NOCASE'],
            'PostgreSQL, lower()' => [PostgresServer::connect(...), 'lower(a.letter) = lower(b.letter)'],
            'PostgreSQL, lower() of ICU' => [
                PostgresServer::connect(...),
                'lower(a.letter COLLATE "und-x-icu") = lower(b.letter COLLATE "und-x-icu")',
            ],
            'PostgreSQL, lower() in Turkish' => [
                PostgresServer::connect(...),
                'lower(a.letter COLLATE "tr-x-icu") = lower(b.letter COLLATE "tr-x-icu")',
            ],
            'PostgreSQL, citext' => [
                static function (): \PDO {
                    $connection = PostgresServer::connect();
                    $connection->exec('CREATE EXTENSION IF NOT EXISTS citext');

                    return $connection;
                },
                'a.letter::citext = b.letter::citext',
            ],
        ];
    }
}
