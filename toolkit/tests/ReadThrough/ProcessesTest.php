<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\ReadThrough;

use Bloom\Toolkit\Tests\Support\Worker;
use PHPUnit\Framework\Attributes\DataProvider;

/** The guard in several processes with the extension's shared filters, led through their interleavings step by step. */
final class ProcessesTest extends ProcessTestCase
{
    public function testOfManyProcessesThatMissOneKeyAtOnceOneAsksTheSource(): void
    {
        $this->database()->exec("INSERT INTO products VALUES ('lamp', 'Lamp')");
        [$first, $others] = $this->readersOfOneKey(5);
        $first->goOn();

        foreach ([$first, ...$others] as $reader) {
            $reader->expect('"Lamp"');
        }
    }

    public function testIfTheProcessThatLoadsIsKilledAnotherLoads(): void
    {
        $this->database()->exec("INSERT INTO products VALUES ('lamp', 'Lamp')");
        [$first, [$other]] = $this->readersOfOneKey(2);
        $first->kill();
        $other->expect('loading');
        $other->goOn();
        $other->expect('"Lamp"');
    }

    #[DataProvider('filters')]
    public function testARowIsFoundThoughARebuildReadTheTableBeforeItsCommitAndEndsAfterTheWrite(string $filter, string $database = 'SQLite'): void
    {
        $this->use($database);
        $writer = $this->start('write', $filter);
        $writer->expect('inserted');
        $rebuilder = $this->start('rebuild', $filter);
        $rebuilder->expect('announced');
        $rebuilder->expect('loaded');
        $writer->goOn();
        $writer->expect('committed');
        $writer->goOn();
        $writer->expect('written');
        $rebuilder->goOn();
        $rebuilder->expect('rebuilt');

        $this->assertFound($filter);
    }

    #[DataProvider('filters')]
    public function testARowIsFoundThoughARebuildReadTheTableBeforeItsCommitAndEndedBeforeIt(string $filter, string $database = 'SQLite'): void
    {
        $this->use($database);
        $writer = $this->start('write', $filter);
        $writer->expect('inserted');
        $rebuilder = $this->start('rebuild', $filter);
        $rebuilder->expect('announced');
        $rebuilder->expect('loaded');
        $rebuilder->goOn();
        $rebuilder->expect('rebuilt');
        $writer->goOn();
        $writer->expect('committed');
        $writer->goOn();
        $writer->expect('written');

        $this->assertFound($filter);
    }

    /** @return array<string, array{0: string, 1?: string}> */
    public static function filters(): array
    {
        return [
            'BloomFilter' => ['BloomFilter'],
            'CountingFilter' => ['Bloom\CountingFilter'],
            'CountingFilter, PostgreSQL' => ['Bloom\CountingFilter', 'PostgreSQL'],
            'CountingFilter, MariaDB' => ['Bloom\CountingFilter', 'MariaDB'],
        ];
    }

    #[DataProvider('databases')]
    public function testARowIsFoundIfItsWriterIsKilledBetweenCommitAndSecondAdd(string $database): void
    {
        $this->use($database);
        $reader = $this->start('read');
        $reader->expect('started');
        $writer = $this->start('write');
        $writer->expect('inserted');
        $reader->goOn(); // which must not leave in the cache that there is no such row
        $reader->expect('loading');
        $reader->goOn();
        $reader->expect('null');
        $writer->goOn();
        $writer->expect('committed');
        $writer->kill();

        $this->assertFound('BloomFilter');
    }

    /** @return array<string, array{string}> */
    public static function databases(): array
    {
        return ['SQLite' => ['SQLite'], 'PostgreSQL' => ['PostgreSQL'], 'MariaDB' => ['MariaDB']];
    }

    #[DataProvider('databases')]
    public function testACountingFilterCountsAWriteOnceAndForgetsItsDelete(string $database): void
    {
        $this->use($database);
        $filter = 'Bloom\CountingFilter';
        $writer = $this->start('write', $filter);
        $writer->expect('inserted');
        $writer->goOn();
        $writer->expect('committed');
        $writer->goOn();
        $writer->expect('written');

        $this->start('count', $filter)->expect('1');
        $this->start('delete', $filter)->expect('false');
    }

    #[DataProvider('servers')]
    public function testOfTwoThatDeleteOneRowAtOnceOneTakesItOutOfTheFilter(string $database): void
    {
        $this->use($database);
        $filter = 'Bloom\CountingFilter';
        $this->database()->exec("INSERT INTO products VALUES ('lamp', 'Lamp')");
        $this->start('count', $filter)->expect('1');
        $this->start('add', $filter)->expect('false'); // by another item, which must not be taken out with it
        [$first, $second] = [$this->start('delete together', $filter), $this->start('delete together', $filter)];
        $first->expect('begun');
        $second->expect('begun');
        $first->goOn();
        $first->expect('deleted 1');
        $second->goOn(); // and waits for the row
        $second->expectNothing(0.2);
        $first->goOn();
        $first->expect('done');
        $second->expect('deleted 0');
        $second->goOn();
        $second->expect('done');

        $this->start('count', $filter)->expect('1');
    }

    /** @return array<string, array{string}> */
    public static function servers(): array
    {
        return array_diff_key(self::databases(), ['SQLite' => true]);
    }

    /** @return array{Worker, list<Worker>} one that loads the row, and others that wait for it */
    private function readersOfOneKey(int $count): array
    {
        $first = $this->start('read');
        $first->expect('started');
        $first->goOn();
        $first->expect('loading');
        $others = [];
        for ($i = 1; $i < $count; $i++) {
            $others[] = $this->start('read');
        }
        foreach ($others as $other) {
            $other->expect('started');
            $other->goOn();
            $other->expect('waiting');
        }

        return [$first, $others];
    }
}
