<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Bloom\Toolkit\LongestTransaction;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Helper\ProgressBar;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\NullOutput;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand('bloom:build', 'Builds filters from what they must know; until then they answer as before')]
final class BuildCommand extends Command
{
    private bool $isFine = true;

    public function __construct(private readonly Filters $filters)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('filter', InputArgument::IS_ARRAY, 'Names; all that have a source if none is said');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $this->isFine = true;
        $this->build(new SymfonyStyle($input, $output), $this->chosen($input), 0);

        return $this->isFine ? self::SUCCESS : self::FAILURE;
    }

    /**
     * All builds are announced, from the last to the first, before the one wait for all of them, and then read their sources, from the first
     * to the last. To wait before a build is announced would be no use: what a transaction adds between is in the old version alone.
     *
     * @param list<FilterDefinition> $definitions
     * @param int                    $seconds     to wait for those that are announced already
     */
    private function build(SymfonyStyle $style, array $definitions, int $seconds): void
    {
        $definition = array_pop($definitions);
        if ($definition === null) {
            if ($seconds > 0) {
                $style->writeln("Waiting {$seconds} s for transactions that have begun (longest_transaction_seconds)");
                LongestTransaction::waitOut($seconds);
            }

            return;
        }
        $progress = new ProgressBar($style->isDecorated() ? $style : new NullOutput());
        $progress->setFormat(" {$definition->name}: %current% items, %elapsed%, %memory%");
        $isAnnounced = false;
        $begin = hrtime(true);
        $wait = function () use ($style, $definition, $definitions, $seconds, $progress, &$isAnnounced, &$begin): void {
            $isAnnounced = true;
            $this->build($style, $definitions, max($seconds, $definition->longestTransactionSeconds));
            $begin = hrtime(true);
            $progress->start();
        };
        try {
            $count = $definition->build($progress->advance(...), $wait);
            $progress->clear();
            $style->writeln(\sprintf('%s: built from %d items in %.1f s', $definition->name, $count, (hrtime(true) - $begin) / 1e9));
        } catch (\Exception $exception) {
            $progress->clear();
            $style->error("{$definition->name}: {$exception->getMessage()}");
            $this->isFine = false;
        }
        if (!$isAnnounced) {
            $this->build($style, $definitions, $seconds);
        }
    }

    /** @return list<FilterDefinition> */
    private function chosen(InputInterface $input): array
    {
        /** @var list<string> $names */
        $names = $input->getArgument('filter');
        if ($names !== []) {
            return array_map($this->filters->definition(...), $names);
        }

        return array_values(array_filter(
            $this->filters->definitions(),
            static fn(FilterDefinition $definition): bool => $definition->items !== null && $definition->isShared,
        ));
    }
}
