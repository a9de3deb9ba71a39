<?php

declare(strict_types=1);

namespace Bloom\Magento\Model;

use Bloom\FilterException;
use Bloom\MembershipFilter;
use Bloom\NotFoundException;
use Bloom\Toolkit\Normalise;
use Bloom\Toolkit\ReadThrough;
use Psr\Log\LoggerInterface;

/**
 * The values of one column that exist, in a filter that all processes of this machine share. Until bin/magento bloom:build
 * has made it, and whenever it fails, nothing is absent.
 */
class Keys
{
    /** @var \Closure(string): string */
    private readonly \Closure $form;
    private ?MembershipFilter $filter = null;

    /**
     * @param int    $expectedItems             at least; a build takes a quarter more than there are rows
     * @param string $collation                 of the column, as Normalise::forCollation() takes it
     * @param int    $longestTransactionSeconds that writes to the column: a build waits so long before it reads
     * @param string $ignoredAtEnds             characters that the application ignores at the ends of values
     */
    public function __construct(
        private readonly string $name,
        private readonly Column $column,
        private readonly LoggerInterface $logger,
        private readonly int $expectedItems = 100_000,
        private readonly float $falsePositiveRate = 0.01,
        string $collation = 'utf8mb4_general_ci',
        private readonly int $longestTransactionSeconds = 60,
        string $ignoredAtEnds = ' ',
    ) {
        $ofCollation = Normalise::forCollation($collation);
        $this->form = static fn(string $value): string => $ofCollation(trim($value, $ignoredAtEnds));
    }

    /** Whether none of these values is in the column, for certain. */
    public function areAbsent(string ...$values): bool
    {
        try {
            $filter = $this->filter();

            return $filter !== null && !\in_array(true, $filter->mightContainMany(array_map($this->form, $values)), true);
        } catch (FilterException $exception) {
            $this->logger->error("The filter {$this->name} cannot be asked; asking the database", ['exception' => $exception]);

            return false;
        }
    }

    /** To be told when the database did not have what might have been there. */
    public function wereAbsentAfterAll(): void
    {
        $filter = $this->filter;
        if ($filter !== null && $filter->isReady()) {
            $filter->reportFalsePositives();
        }
    }

    /**
     * Before a row becomes visible, and again after its commit.
     *
     * @throws FilterException so that no row is written that the filter would hide
     */
    public function learn(string ...$values): void
    {
        if ($values !== []) {
            $this->filter()?->addMany(array_map($this->form, $values));
        }
    }

    /** Makes the filter, or makes it anew, from the column. @throws FilterException */
    public function build(): void
    {
        $items = max($this->expectedItems, intdiv($this->column->count() * 5, 4));
        $loader = ReadThrough::loader($this->column->values(...), $this->longestTransactionSeconds, $this->form);
        $filter = $this->filter();
        if ($filter !== null && $filter->isReady()) {
            $filter->rebuild($loader, $items, $this->falsePositiveRate);
        } else {
            // @phpstan-ignore staticMethod.notFound (the class in PHP has it not, and says so)
            $filter = \BloomFilter::shared($this->name, $items, $this->falsePositiveRate, $loader);
            \assert($filter instanceof MembershipFilter);
            $this->filter = $filter;
        }
    }

    /** @return array<string, mixed>|null null: there is no filter yet */
    public function info(): ?array
    {
        return $this->filter()?->info();
    }

    private function filter(): ?MembershipFilter
    {
        if ($this->filter === null) {
            try {
                // @phpstan-ignore staticMethod.notFound (the class in PHP has it not, and says so)
                $filter = \BloomFilter::attach($this->name);
            } catch (NotFoundException) {
                return null; // and the build that makes it waits for the transactions of now
            }
            \assert($filter instanceof MembershipFilter);
            $this->filter = $filter;
        }

        return $this->filter;
    }
}
