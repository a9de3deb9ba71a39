<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand('bloom:rebuild', 'Builds filters anew at the size that what they hold needs, as recovery does by itself')]
final class RebuildCommand extends Command
{
    public function __construct(private readonly Filters $filters)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('filter', InputArgument::REQUIRED | InputArgument::IS_ARRAY, 'Names')
            ->addOption('kept-share', null, InputOption::VALUE_REQUIRED, 'Of its items, which the new version must hold, from 0 to 1; 0 after deleting much');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $style = new SymfonyStyle($input, $output);
        /** @var ?string $option */
        $option = $input->getOption('kept-share');
        if ($option !== null && (!is_numeric($option) || $option < 0 || $option > 1)) {
            $style->error("--kept-share must be a number from 0 to 1, \"{$option}\" given");

            return self::INVALID;
        }
        $status = self::SUCCESS;
        /** @var list<string> $names */
        $names = $input->getArgument('filter');
        foreach ($names as $name) {
            try {
                $isRebuilt = $this->filters->rebuild($name, $option === null ? null : (float) $option);
                $expected = $this->filters->bare($name)->info()['expected_items'] ?? null;
                $style->writeln($isRebuilt
                    ? "{$name}: built anew" . (\is_int($expected) ? " for {$expected} items" : '')
                    : "{$name}: another process is rebuilding it");
            } catch (\Exception $exception) {
                $style->error("{$name}: {$exception->getMessage()}");
                $status = self::FAILURE;
            }
        }

        return $status;
    }
}
