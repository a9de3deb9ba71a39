<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Health;

use Bloom\Toolkit\Tests\Support\Worker;
use PHPUnit\Framework\TestCase;

/** A shared filter that gets 20 times as many items as it was made for, in several processes with the extension, over SQLite. */
final class RecoveryTest extends TestCase
{
    private const HEALTHY = '{"hidden":0,"false":0,"queries":"few","bypassed":false}';
    private const BYPASSED = '{"hidden":0,"false":0,"queries":"all","bypassed":true}';

    private string $directory;
    private int $now = 1_800_000_000;

    protected function setUp(): void
    {
        $this->directory = '/dev/shm/bloom-toolkit-' . bin2hex(random_bytes(6));
        mkdir($this->directory, 0o700);
        mkdir("{$this->directory}/shm", 0o700);
        $this->pass(0);
        $database = new \PDO("sqlite:{$this->directory}/database");
        $database->exec('PRAGMA journal_mode = WAL');
        $database->exec('CREATE TABLE users (email TEXT NOT NULL UNIQUE)');
    }

    protected function tearDown(): void
    {
        exec('rm -rf ' . escapeshellarg($this->directory));
    }

    public function testAFilterThatIsMuchTooSmallIsBypassedRebuiltAndUsedAgainAndHidesNothing(): void
    {
        $writer = $this->start('register');
        $writer->goOn('0 500');
        $writer->expect('registered');
        $readers = [$this->start('read'), $this->start('read'), $this->start('read')];
        $this->readAll($readers, 500, self::HEALTHY);

        $writer->goOn('500 20000');
        $writer->expect('registered');
        // The state of ten seconds before holds.
        $this->readAll($readers, 20_000, '{"hidden":0,"false":0,"queries":"most","bypassed":false}');
        $this->pass(10);
        $rush = $this->start('rush');
        $this->readAll($readers, 20_000, self::BYPASSED);
        self::assertSame("estimated rate\n", $this->queue(), 'One request from all processes');

        $killed = $this->start('rebuild', false);
        $killed->expect('announced');
        $killed->goOn();
        $killed->expect('loaded');
        $killed->kill();
        $this->readAll($readers, 100, self::BYPASSED);

        $rebuilder = $this->start('rebuild', false);
        $rebuilder->expect('announced');
        $this->pass(3600); // past every cool-down
        $this->readAll($readers, 100, self::BYPASSED);
        self::assertSame("estimated rate\n", $this->queue(), 'Not while a rebuild is under way');
        $writer->goOn('20000 20100');
        $writer->expect('registered');
        $rebuilder->goOn();
        $rebuilder->expect('loaded');
        $writer->goOn('20100 20200');
        $writer->expect('registered');
        $this->start('rebuild', false)->expect('another is at it');
        $this->readAll($readers, 20_200, self::BYPASSED);
        $rebuilder->goOn();
        $rebuilder->expect('rebuilt');

        $this->pass(10);
        $this->readAll($readers, 20_200, self::HEALTHY);
        touch("{$this->directory}/stop");
        $rush->expect('nothing hidden');
        $this->start('info', false)->expect('[3,true,false]'); // the number of the version that was killed is not used again
        self::assertSame("estimated rate\n", $this->queue());
    }

    public function testARebuildThatReadHalfTheTableIsNeverUsed(): void
    {
        $writer = $this->start('register');
        $writer->goOn('0 500');
        $writer->expect('registered');
        $this->start('partial rebuild', false)->expect('rejected');

        $this->readAll([$this->start('read')], 500, self::HEALTHY);
    }

    /** @param list<Worker> $readers */
    private function readAll(array $readers, int $users, string $answer): void
    {
        foreach ($readers as $reader) {
            $reader->goOn((string) $users);
        }
        foreach ($readers as $reader) {
            $reader->expect($answer);
        }
    }

    private function pass(int $seconds): void
    {
        if ($seconds > 0) {
            usleep(1_100_000); // for a second, a process takes what it has last measured of a filter for good
        }
        $this->now += $seconds;
        file_put_contents("{$this->directory}/next", (string) $this->now);
        rename("{$this->directory}/next", "{$this->directory}/now");
    }

    private function queue(): string
    {
        return (string) file_get_contents("{$this->directory}/queue");
    }

    private function start(string $task, bool $saysSo = true): Worker
    {
        $worker = new Worker(__DIR__ . '/workers/worker.php', [$task, $this->directory, 'BloomFilter'], "{$this->directory}/shm");
        if ($saysSo) {
            $worker->expect('started');
        }

        return $worker;
    }
}
