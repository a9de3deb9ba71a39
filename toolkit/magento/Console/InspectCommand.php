<?php

declare(strict_types=1);

namespace Bloom\Magento\Console;

use Bloom\Magento\Model\AllKeys;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

class InspectCommand extends Command
{
    public function __construct(private readonly AllKeys $all)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->setName('bloom:inspect')->setDescription('Shows the filters of SKUs, URL paths and e-mail addresses, as JSON');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $filters = array_map(static fn($keys): ?array => $keys->info(), $this->all->named());
        $output->writeln(json_encode($filters, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR), OutputInterface::OUTPUT_RAW);

        return \in_array(null, $filters, true) ? Command::FAILURE : Command::SUCCESS; // null: not built yet
    }
}
