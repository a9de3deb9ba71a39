<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Health\Watched;
use Bloom\Toolkit\Pilot\Shadow;
use Bloom\Toolkit\Revocation\SystemClock;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/** The filters of an application, by name. None is opened before it is used. */
final class Filters
{
    /** @var array<string, FilterDefinition> */
    private readonly array $definitions;

    /** @var array<string, MembershipFilter> */
    private array $filters = [];

    /** @var array<string, LazyFilter> */
    private array $bare = [];

    /** @param iterable<FilterDefinition> $definitions */
    public function __construct(
        iterable $definitions,
        private readonly LoggerInterface $logger = new NullLogger(),
        private readonly ClockInterface $clock = new SystemClock(),
    ) {
        $named = [];
        foreach ($definitions as $definition) {
            $named[$definition->name] = $definition;
        }
        $this->definitions = $named;
    }

    /**
     * For caches and guards: as its settings say, on trial and watched. One that can forget still can.
     *
     * @throws \InvalidArgumentException there is no such filter
     */
    public function get(string $name): MembershipFilter
    {
        return $this->filters[$name] ??= $this->onTrial($this->definition($name), $this->watched($this->definition($name), $this->bare($name)));
    }

    /**
     * The filter itself, whatever is thought of it: to inspect it, and to build it.
     *
     * @throws \InvalidArgumentException there is no such filter
     */
    public function bare(string $name): MembershipFilter
    {
        $definition = $this->definition($name);

        return $this->bare[$name] ??= $definition->kind === 'counting' ? new LazyDeletableFilter($definition) : new LazyFilter($definition);
    }

    /**
     * Builds a filter anew at the size that what it holds needs, as the worker behind a RecoverySettings' $requestRebuild does.
     *
     * @param ?float $keptShare instead of that of the settings; from 0 to 1
     *
     * @return bool false: another process is rebuilding it
     *
     * @throws \Bloom\Toolkit\Health\RebuildRejectedException the new version would have been worse; the current one stays
     * @throws \Exception what the source of the items throws; the current version stays then, too
     */
    public function rebuild(string $name, ?float $keptShare = null): bool
    {
        return $this->definition($name)->rebuild($this->logger, $keptShare);
    }

    /** @throws \InvalidArgumentException there is no such filter */
    public function definition(string $name): FilterDefinition
    {
        return $this->definitions[$name] ?? throw new \InvalidArgumentException(
            "There is no filter {$name} in the configuration, but: " . implode(', ', array_keys($this->definitions)),
        );
    }

    /** @return array<string, FilterDefinition> */
    public function definitions(): array
    {
        return $this->definitions;
    }

    private function watched(FilterDefinition $definition, MembershipFilter $filter): MembershipFilter
    {
        $recovery = $definition->recovery;

        return $recovery === null ? $filter : Watched::of(
            $filter,
            $definition->name,
            $recovery->stateFile,
            $recovery->requestRebuild,
            $recovery->policy,
            $this->logger,
            $this->clock,
        );
    }

    /** In front of all else, so that a bypassed filter is one that is not ready, and the figures say so. */
    private function onTrial(FilterDefinition $definition, MembershipFilter $filter): MembershipFilter
    {
        $pilot = $definition->pilot;

        return $pilot === null ? $filter : Shadow::of($filter, $definition->name, $pilot->report, $this->logger, $pilot->onDisagreement);
    }
}
