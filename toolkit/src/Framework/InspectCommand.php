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

#[AsCommand('bloom:inspect', 'Shows filters; the status is 1 if one is not ready or holds more than it was made for')]
final class InspectCommand extends Command
{
    public function __construct(private readonly Filters $filters)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('filter', InputArgument::IS_ARRAY, 'Names; all if none is said')
            ->addOption('json', null, InputOption::VALUE_NONE, 'All that is known, for programs');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        /** @var list<string> $names */
        $names = $input->getArgument('filter');
        $infos = [];
        $rows = [];
        $isFine = true;
        foreach ($names === [] ? array_keys($this->filters->definitions()) : $names as $name) {
            $info = $infos[$name] = $this->filters->get($name)->info();
            $isReady = ($info['ready'] ?? false) === true;
            $isFine = $isFine && $isReady && ($info['saturated'] ?? false) !== true;
            $error = $info['error'] ?? null;
            $rows[] = [
                $name,
                self::text($info['kind'] ?? null),
                $isReady ? 'ready' : (\is_string($error) ? $error : 'not ready'),
                self::text($info['count'] ?? null) . ' of ' . self::text($info['expected_items'] ?? $this->filters->definition($name)->expectedItems),
                self::rate($info['estimated_false_positive_rate'] ?? null),
                self::rate($info['measured_false_positive_rate'] ?? null),
                self::text($info['bytes'] ?? null),
                self::text($info['generation'] ?? null),
            ];
        }
        if ($input->getOption('json') === true) {
            $output->writeln(json_encode((object) $infos, JSON_THROW_ON_ERROR | JSON_PRETTY_PRINT));
        } else {
            (new SymfonyStyle($input, $output))->table(
                ['Filter', 'Kind', 'State', 'Items', 'Estimated rate', 'Measured rate', 'Bytes', 'Generation'],
                $rows,
            );
        }

        return $isFine ? self::SUCCESS : self::FAILURE;
    }

    private static function text(mixed $value): string
    {
        return \is_scalar($value) ? (string) $value : '-';
    }

    private static function rate(mixed $value): string
    {
        return \is_int($value) || \is_float($value) ? \sprintf('%.3g', $value) : '-';
    }
}
