<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\ReadThrough;

use PHPUnit\Framework\Attributes\DataProvider;

final class KilledWriterTest extends ProcessTestCase
{
    /** Neither was the second add, nor is the row in what the rebuild could read at first. */
    #[DataProvider('cases')]
    public function testARowIsFoundIfItsWriterIsKilledBetweenCommitAndSecondAddWhileARebuildIsUnderWay(string $database, string $filter): void
    {
        $this->use($database);
        $writer = $this->start('write', $filter);
        $writer->expect('inserted');
        $rebuilder = $this->start('rebuild', $filter, longestTransactionSeconds: 2);
        $rebuilder->expect('announced');
        $rebuilder->expectNothing(0.3); // it does not read yet
        $writer->goOn();
        $writer->expect('committed');
        $writer->kill();
        $rebuilder->expect('loaded');
        $rebuilder->goOn();
        $rebuilder->expect('rebuilt');

        $this->assertFound($filter);
    }

    /** @return array<string, array{string, string}> */
    public static function cases(): array
    {
        return [
            'SQLite' => ['SQLite', 'BloomFilter'],
            'PostgreSQL' => ['PostgreSQL', 'BloomFilter'],
            'MariaDB' => ['MariaDB', 'BloomFilter'],
            'MariaDB, CountingFilter' => ['MariaDB', 'Bloom\CountingFilter'],
        ];
    }
}
