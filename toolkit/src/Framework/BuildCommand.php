<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Helper\ProgressBar;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand('bloom:build', 'Builds filters from what they must know; until then they answer as before')]
final class BuildCommand extends Command
{
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
        $style = new SymfonyStyle($input, $output);
        $status = self::SUCCESS;
        foreach ($this->chosen($input) as $definition) {
            $begin = hrtime(true);
            $progress = new ProgressBar($style->isDecorated() ? $style : new \Symfony\Component\Console\Output\NullOutput());
            $progress->setFormat(" {$definition->name}: %current% items, %elapsed%, %memory%");
            $progress->start();
            try {
                $count = $definition->build($progress->advance(...));
                $progress->clear();
                $style->writeln(\sprintf('%s: built from %d items in %.1f s', $definition->name, $count, (hrtime(true) - $begin) / 1e9));
            } catch (\Exception $exception) {
                $progress->clear();
                $style->error("{$definition->name}: {$exception->getMessage()}");
                $status = self::FAILURE;
            }
        }

        return $status;
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
