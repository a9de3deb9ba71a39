<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\ReadThrough;

final class KilledWriterTest extends ProcessTestCase
{
    /** Neither was the second add, nor is the row in what the rebuild could read at first. */
    public function testARowIsFoundIfItsWriterIsKilledBetweenCommitAndSecondAddWhileARebuildIsUnderWay(): void
    {
        $writer = $this->start('write');
        $writer->expect('inserted');
        $rebuilder = $this->start('rebuild', longestTransactionSeconds: 2);
        $rebuilder->expect('announced');
        $rebuilder->expectNothing(0.3); // it does not read yet
        $writer->goOn();
        $writer->expect('committed');
        $writer->kill();
        $rebuilder->expect('loaded');
        $rebuilder->goOn();
        $rebuilder->expect('rebuilt');

        $this->assertFound('BloomFilter');
    }
}
