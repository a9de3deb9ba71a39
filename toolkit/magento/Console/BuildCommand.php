<?php

declare(strict_types=1);

namespace Bloom\Magento\Console;

use Bloom\FilterException;
use Bloom\Magento\Model\AllKeys;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

class BuildCommand extends Command
{
    public function __construct(private readonly AllKeys $all)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->setName('bloom:build')
            ->setDescription('Builds the filters of SKUs, URL paths and e-mail addresses from the database')
            ->addArgument('filter', InputArgument::IS_ARRAY, 'sku, path, email; all if none is named');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        try {
            /** @var list<string> $names */
            $names = $input->getArgument('filter');
            foreach ($this->all->named($names) as $name => $keys) {
                $keys->build();
                $count = $keys->info()['count'] ?? 0;
                $output->writeln(sprintf('%s: built, about %d keys', $name, \is_int($count) ? $count : 0));
            }
        } catch (\InvalidArgumentException|FilterException $exception) {
            $output->writeln("<error>{$exception->getMessage()}</error>");

            return Command::FAILURE;
        }

        return Command::SUCCESS;
    }
}
