<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

use PHPUnit\Framework\TestCase;
use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

abstract class LoadTestCase extends TestCase
{
    private static Site|\Throwable|null $running = null;

    protected Site $site;

    protected function setUp(): void
    {
        try {
            self::$running ??= new Site();
        } catch (\Throwable $exception) { // not to be waited for in every test
            self::$running = $exception;
        }
        if (self::$running instanceof \Throwable) {
            throw self::$running;
        }
        $this->site = self::$running;
        $this->site->reset();
    }

    /**
     * @return list<string> 16 hexadecimal digits each, the same for the same seed, all different
     */
    protected static function ids(int $seed, int $count): array
    {
        $randomizer = new Randomizer(new Xoshiro256StarStar($seed));
        $ids = [];
        while (\count($ids) < $count) {
            $ids['i' . bin2hex($randomizer->getBytes(8))] = true;
        }

        return array_keys($ids);
    }

    /**
     * How many of the items a filter of these takes for present, as BloomFilter in pure PHP says, which is made from the same
     * specification and not from the extension's code.
     *
     * @param list<string> $items
     * @param list<string> $asked
     * @param ?\Closure(string): string $normalise
     */
    protected static function falsePositives(array $items, array $asked, ?\Closure $normalise = null): int
    {
        $form = $normalise ?? static fn(string $item): string => $item;
        $filter = new \BloomFilter(Application::EXPECTED_ITEMS, Application::FALSE_POSITIVE_RATE);
        $filter->addMany(array_map($form, $items));

        return \count(array_filter($filter->mightContainMany(array_map($form, $asked))));
    }

    /**
     * @param list<string>                    $values
     * @param array<string, string|int|float> $parameters
     *
     * @return list<string>
     */
    protected static function paths(string $page, string $name, array $values, array $parameters = []): array
    {
        return array_map(static fn(string $value): string => Site::path($page, [$name => $value] + $parameters), $values);
    }

    /**
     * @param list<string> $answers
     *
     * @return array<string, int> how often each came
     */
    protected static function tally(array $answers): array
    {
        $tally = array_count_values($answers);
        ksort($tally);

        return $tally;
    }
}
