<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

final class UpdatedRowTest extends LoadTestCase
{
    /** So it must wait for a worker that has read the row before, and would store that afterwards. */
    public function testARowThatIsForgottenAfterItsUpdateIsReadAnew(): void
    {
        $this->site->connection()->exec("INSERT INTO products VALUES ('lamp', 'Old')");
        self::assertSame('ready', $this->site->get('/deploy', ['filter' => 'products']));
        $answers = [];
        $this->site->crowd->run(
            2,
            function (int $client, ?Answer $answer) use (&$answers): ?string {
                if ($answer !== null && $answer->body !== 'pong') {
                    $answers[] = $answer->body;

                    return null;
                }
                if ($client === 0) {
                    return Site::path('/product', ['sku' => 'lamp', 'hold' => 1]);
                }
                if ($this->site->marks('held') === 0) {
                    return '/ping';
                }
                $this->site->connection()->exec("UPDATE products SET name = 'New'");

                return Site::path('/product/forget', ['sku' => 'lamp', 'arrive' => 1]);
            },
            function (): void {
                if ($this->site->marks('arrived') === 1) {
                    usleep(300_000); // long enough to forget it if that did not wait
                    $this->site->goOn();
                }
            },
        );

        self::assertEqualsCanonicalizing(['Old', 'forgotten'], $answers);
        self::assertSame('New', $this->site->get('/product', ['sku' => 'lamp']));
    }
}
