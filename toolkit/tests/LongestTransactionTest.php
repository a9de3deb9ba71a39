<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests;

use Bloom\Toolkit\LongestTransaction;
use PHPUnit\Framework\TestCase;

final class LongestTransactionTest extends TestCase
{
    public function testSignalsDoNotCutTheWaitShort(): void
    {
        $signals = 0;
        $isAsynchronous = pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, static function () use (&$signals): void {
            $signals++;
        });
        $sender = proc_open(
            ['sh', '-c', 'echo; while sleep 0.05; do kill -USR1 "$1"; done', 'sh', (string) getmypid()],
            [['file', '/dev/null', 'r'], ['pipe', 'w']],
            $pipes,
        );
        \assert($sender !== false);
        /** @var array{1: resource} $pipes */
        fgets($pipes[1]);
        $begin = hrtime(true);
        try {
            LongestTransaction::waitOut(1);
            $waited = hrtime(true) - $begin;
        } finally {
            proc_terminate($sender, SIGKILL);
            proc_close($sender);
            pcntl_signal(SIGUSR1, SIG_DFL);
            pcntl_async_signals($isAsynchronous);
        }

        self::assertGreaterThan(0, $signals);
        self::assertGreaterThanOrEqual(1_000_000_000, $waited);
    }
}
