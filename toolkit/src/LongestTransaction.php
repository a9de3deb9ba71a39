<?php

declare(strict_types=1);

namespace Bloom\Toolkit;

/** @internal */
final class LongestTransaction
{
    /** Returns when transactions that were open at the call have ended, if none takes longer; a signal does not cut it short. */
    public static function waitOut(int $seconds): void
    {
        $end = hrtime(true) + $seconds * 1_000_000_000;
        while (($left = $end - hrtime(true)) > 0) {
            usleep(intdiv($left, 1000) + 1);
        }
    }
}
