<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Bloom\Toolkit\Pilot\FileReport;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand('bloom:inspect', 'Shows filters; the status is 1 if one is not ready, holds more than it was made for, is bypassed, or was wrong on trial')]
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
        $trials = [];
        $isFine = true;
        foreach ($names === [] ? array_keys($this->filters->definitions()) : $names as $name) {
            $definition = $this->filters->definition($name);
            $info = $this->filters->bare($name)->info();
            $bypassedFor = $definition->recovery?->bypassedFor();
            $figures = self::figures($definition);
            $infos[$name] = $info
                + ($definition->recovery === null ? [] : ['bypassed_for' => $bypassedFor?->value])
                + ($definition->pilot === null ? [] : ['pilot' => (object) $figures]);
            $isReady = ($info['ready'] ?? false) === true;
            $isFine = $isFine && $isReady && ($info['saturated'] ?? false) !== true && $bypassedFor === null;
            $error = $info['error'] ?? null;
            foreach ($figures as $by => $values) {
                $isFine = $isFine && ($values['disagreements'] ?? 0) === 0;
                $trials[] = [$name, $by, ...array_map(self::text(...), [
                    $values['questions'] ?? null, $values['found'] ?? null, $values['spared'] ?? null, $values['false_positives'] ?? null,
                    $values['disagreements'] ?? null, $values['unsure'] ?? null,
                ])];
            }
            $rows[] = [
                $name,
                self::text($info['kind'] ?? null),
                ($isReady ? 'ready' : (\is_string($error) ? $error : 'not ready'))
                    . ($bypassedFor === null ? '' : ", bypassed for its {$bypassedFor->value}")
                    . ($definition->pilot === null ? '' : ', on trial'),
                self::text($info['count'] ?? null) . ' of ' . self::text($info['expected_items'] ?? $definition->expectedItems),
                self::rate($info['estimated_false_positive_rate'] ?? null),
                self::rate($info['measured_false_positive_rate'] ?? null),
                self::text($info['bytes'] ?? null),
                self::text($info['generation'] ?? null),
            ];
        }
        if ($input->getOption('json') === true) {
            $output->writeln(json_encode((object) $infos, JSON_THROW_ON_ERROR | JSON_PRETTY_PRINT));
        } else {
            $style = new SymfonyStyle($input, $output);
            $style->table(['Filter', 'Kind', 'State', 'Items', 'Estimated rate', 'Measured rate', 'Bytes', 'Generation'], $rows);
            if ($trials !== []) {
                $style->table(['On trial', 'Decided by', 'Questions', 'Found', 'Spared', 'False positives', 'Disagreements', 'Unsure'], $trials);
            }
        }

        return $isFine ? self::SUCCESS : self::FAILURE;
    }

    /** @return array<string, array<string, int|float|null>> what its pilot has seen, if that is in a file */
    private static function figures(FilterDefinition $definition): array
    {
        $report = $definition->pilot?->report;

        return $report instanceof FileReport ? $report->figures() : [];
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
