<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Symfony;

use Bloom\MembershipFilter;
use Bloom\Toolkit\Framework\BuildCommand;
use Bloom\Toolkit\Framework\FilterDefinition;
use Bloom\Toolkit\Framework\Filters;
use Bloom\Toolkit\Framework\InspectCommand;
use Bloom\Toolkit\Framework\PilotSettings;
use Bloom\Toolkit\Framework\RebuildCommand;
use Bloom\Toolkit\Framework\RebuildHandler;
use Bloom\Toolkit\Framework\RecoverySettings;
use Bloom\Toolkit\Health\Policy as HealthPolicy;
use Bloom\Toolkit\Health\RebuildRequest;
use Bloom\Toolkit\Normalise;
use Bloom\Toolkit\Revocation\Policy;
use Bloom\Toolkit\Revocation\SystemClock;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\UniqueGuard;
use Psr\Clock\ClockInterface;
use Symfony\Component\Config\Definition\Builder\ArrayNodeDefinition;
use Symfony\Component\Config\Definition\Builder\TreeBuilder;
use Symfony\Component\Config\Definition\Configurator\DefinitionConfigurator;
use Symfony\Component\Config\Definition\Exception\InvalidConfigurationException;
use Symfony\Component\Console\Application;
use Symfony\Component\DependencyInjection\Argument\ServiceClosureArgument;
use Symfony\Component\DependencyInjection\Argument\ServiceLocatorArgument;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\HttpKernel\Bundle\AbstractBundle;
use Symfony\Component\Validator\ConstraintValidator;

/**
 * Filters, cache pools, revoked tokens and uniqueness as services.
 *
 * @phpstan-type FilterConfig array{kind: string, expected_items: int, false_positive_rate: float, shared: bool, source: ?string,
 *     normalise: ?string, window_seconds: int, generations: int, longest_transaction_seconds: int, load_on_first_use: bool, pilot: PilotConfig,
 *     recovery: RecoveryConfig}
 * @phpstan-type PilotConfig array{enabled: bool, file: ?string, report: ?string, on_disagreement: ?string}
 * @phpstan-type RecoveryConfig array{enabled: bool, state_file: ?string, request: string, rebuild_above: float, full_above: float,
 *     bypass_above: float, min_reports: int, check_seconds: int, cool_down_seconds: int, headroom: float, kept_share: float, start_empty: bool}
 * @phpstan-type RevocationConfig array{enabled: true, filter: string, store: string, leeway_seconds: int, longest_lifetime_seconds: ?int,
 *     keyed_by_issuer: bool, on_missing_id: string, on_store_failure: string, lexik: array{enabled: bool, ask_previous: bool}}
 */
final class BloomBundle extends AbstractBundle
{
    protected string $extensionAlias = 'bloom';

    public function configure(DefinitionConfigurator $definition): void
    {
        $definition->rootNode()->children()
            ->arrayNode('filters')->info('The filters of this application, by name')->useAttributeAsKey('name')
                ->arrayPrototype()->children()
                    ->enumNode('kind')->values(FilterDefinition::KINDS)->defaultValue('bloom')->end()
                    ->integerNode('expected_items')->isRequired()->min(1)->end()
                    ->floatNode('false_positive_rate')->defaultValue(0.01)->end()
                    ->booleanNode('shared')->defaultTrue()->info('false: private to a process, for tests')->end()
                    ->scalarNode('source')->defaultNull()
                        ->info('Service that yields all the filter must know, as id or id::method; without one it starts empty')->end()
                    ->scalarNode('normalise')->defaultNull()
                        ->info('"caseless", "collation:NAME", "none", or a service as above; for uniqueness "caseless" if not said')->end()
                    ->integerNode('window_seconds')->defaultValue(86_400)->min(1)->info('of the kind rotating')->end()
                    ->integerNode('generations')->defaultValue(4)->min(1)->info('of the kind rotating')->end()
                    ->integerNode('longest_transaction_seconds')->defaultValue(10)->min(0)->end()
                    ->booleanNode('load_on_first_use')->defaultFalse()->info('instead of by bloom:build')->end()
                    ->append(self::pilotNode())
                    ->append(self::recoveryNode())
                ->end()->end()
            ->end()
            ->arrayNode('pools')->info('Cache pools that know their keys: pool => filter')->useAttributeAsKey('pool', false)
                ->scalarPrototype()->end()
            ->end()
            ->arrayNode('revocation')->canBeEnabled()->children()
                ->scalarNode('filter')->isRequired()->end()
                ->scalarNode('store')->isRequired()->info('Service that is a RevocationStore')->end()
                ->integerNode('leeway_seconds')->defaultValue(60)->min(0)->end()
                ->integerNode('longest_lifetime_seconds')->defaultNull()->info('of a token; needed with a rotating filter')->end()
                ->booleanNode('keyed_by_issuer')->defaultFalse()->end()
                ->enumNode('on_missing_id')->values(['refuse', 'accept'])->defaultValue('refuse')->end()
                ->enumNode('on_store_failure')->values(['refuse', 'accept'])->defaultValue('refuse')->end()
                ->arrayNode('lexik')->canBeEnabled()->info('Use it for the blocklist of LexikJWTAuthenticationBundle')->children()
                    ->booleanNode('ask_previous')->defaultFalse()
                        ->info("true for as long as tokens live that the bundle's own blocklist has blocked")->end()
                ->end()->end()
            ->end()->end()
            ->arrayNode('unique')->info('Guards of uniqueness, by name')->useAttributeAsKey('name')
                ->arrayPrototype()->children()
                    ->scalarNode('filter')->isRequired()->end()
                    ->scalarNode('exists')->isRequired()->info('Service that asks the database about a value, as id or id::method')->end()
                ->end()->end()
            ->end()
        ->end();
    }

    /** @param array<mixed> $config */
    public function loadExtension(array $config, ContainerConfigurator $container, ContainerBuilder $builder): void
    {
        /** @var array{filters: array<string, FilterConfig>, pools: array<string, string>, revocation: array{enabled: false}|RevocationConfig, unique: array<string, array{filter: string, exists: string}>} $config */
        $filters = $config['filters'];
        $sources = [];
        foreach ($config['pools'] as $pool => $name) {
            self::assertFilter($filters, $name, "pools.{$pool}");
        }
        $builder->setParameter('bloom.pools', $config['pools']);
        if ($config['revocation']['enabled']) {
            $revocation = $config['revocation'];
            self::assertFilter($filters, $revocation['filter'], 'revocation.filter', hasSource: false);
            $this->addRevocation($builder, $revocation);
            $sources[$revocation['filter']] = (new Definition(\Closure::class))->setFactory([Invocable::class, 'revokedKeys'])
                ->setArguments([new ServiceClosureArgument(new Reference($revocation['store'])), new Reference('bloom.clock')]);
        }
        $guards = [];
        foreach ($config['unique'] as $name => ['filter' => $filter, 'exists' => $exists]) {
            self::assertFilter($filters, $filter, "unique.{$name}.filter", hasSource: true);
            $filters[$filter] = ['normalise' => $filters[$filter]['normalise'] ?? 'caseless'] + $filters[$filter];
            $builder->register("bloom.unique.{$name}", UniqueGuard::class)
                ->setArguments([new Reference("bloom.filter.{$filter}"), self::callable($exists), self::normaliser($filters[$filter]['normalise']), new Reference('logger')]);
            $builder->registerAliasForArgument("bloom.unique.{$name}", UniqueGuard::class, "{$name}Guard");
            $guards[$name] = new Reference("bloom.unique.{$name}");
        }
        if (class_exists(ConstraintValidator::class)) {
            $builder->register(NotTakenValidator::class, NotTakenValidator::class)
                ->setArguments([new ServiceLocatorArgument($guards)])->addTag('validator.constraint_validator');
        }
        $builder->register('bloom.clock', ClockInterface::class)->setFactory([self::class, 'clock'])
            ->setArguments([new Reference('clock', ContainerBuilder::NULL_ON_INVALID_REFERENCE)]);
        $this->addFilters($builder, $filters, $sources);
    }

    public function build(ContainerBuilder $container): void
    {
        $container->addCompilerPass(new RequirementsPass());
        $container->addCompilerPass(new KnownKeysPass());
    }

    private static function pilotNode(): ArrayNodeDefinition
    {
        $node = (new TreeBuilder('pilot'))->getRootNode();
        $node->canBeEnabled()->info('It is filled and asked, but not believed; what it would have saved is counted')->children()
            ->scalarNode('file')->defaultNull()
                ->info('Absolute path, for this filter alone; var/bloom.NAME.pilot.json if not said')->end()
            ->scalarNode('report')->defaultNull()->info('Service that takes the figures instead, as id or id::method')->end()
            ->scalarNode('on_disagreement')->defaultNull()
                ->info('Service that is told what the filter lacks, as id or id::method')->end()
        ->end();

        return $node;
    }

    private static function recoveryNode(): ArrayNodeDefinition
    {
        $policy = new HealthPolicy();
        $node = (new TreeBuilder('recovery'))->getRootNode();
        $node->canBeEnabled()->info('If it errs too often it is bypassed, and its rebuild requested')->children()
            ->scalarNode('state_file')->defaultNull()->info('Absolute path, for this filter alone; var/bloom.NAME.health if not said')->end()
            ->scalarNode('request')->defaultValue(RequirementsPass::BUS . '::dispatch')->cannotBeEmpty()
                ->info('Service that takes a RebuildRequest, as id or id::method; in the request of a user')->end()
            ->floatNode('rebuild_above')->defaultValue($policy->rebuildAbove)->info('times the rate asked for')
                ->validate()->ifTrue(static fn(float $times): bool => $times <= 1.0)->thenInvalid('must be more than 1, %s given')->end()->end()
            ->floatNode('full_above')->defaultValue($policy->fullAbove)->info('times the items expected')
                ->validate()->ifTrue(static fn(float $times): bool => $times <= 0.0)->thenInvalid('must be positive, %s given')->end()->end()
            ->floatNode('bypass_above')->defaultValue($policy->bypassAbove)->max(1.0)->info('the rate')
                ->validate()->ifTrue(static fn(float $rate): bool => $rate <= 0.0)->thenInvalid('must be positive, %s given')->end()->end()
            ->integerNode('min_reports')->defaultValue($policy->minReports)->min(1)->info('of false positives, to count as a measurement')->end()
            ->integerNode('check_seconds')->defaultValue($policy->checkSeconds)->min(1)->end()
            ->integerNode('cool_down_seconds')->defaultValue($policy->coolDownSeconds)->min(1)->info('between two requests')->end()
            ->floatNode('headroom')->defaultValue(1.5)->min(1.0)->info('times what it holds, for which it is built anew')->end()
            ->floatNode('kept_share')->defaultValue(0.5)->min(0.0)->max(1.0)->info('of its items, which the new version must hold')->end()
            ->booleanNode('start_empty')->defaultFalse()
                ->info('true, of a filter without a source: a rebuild forgets all; for the keys of a cache and nothing else')->end()
        ->end();

        return $node;
    }

    /** @internal */
    public static function clock(?ClockInterface $clock): ClockInterface
    {
        return $clock ?? new SystemClock();
    }

    /**
     * @param array<string, FilterConfig> $filters
     * @param array<string, Definition>   $sources of filters whose source is not configured but known
     */
    private function addFilters(ContainerBuilder $builder, array $filters, array $sources): void
    {
        $definitions = [];
        $requests = [];
        foreach ($filters as $name => $filter) {
            $items = $filter['source'] === null ? $sources[$name] ?? null : self::callable($filter['source']);
            if ($filter['recovery']['enabled']) {
                self::assertRecoverable($name, $filter, $items !== null);
                $requests[$name] = explode('::', $filter['recovery']['request'], 2)[0];
            }
            $definitions[] = (new Definition(FilterDefinition::class))->setArguments([
                '$name' => $name,
                '$expectedItems' => $filter['expected_items'],
                '$falsePositiveRate' => $filter['false_positive_rate'],
                '$kind' => $filter['kind'],
                '$isShared' => $filter['shared'],
                '$windowSeconds' => $filter['window_seconds'],
                '$generations' => $filter['generations'],
                '$items' => $items,
                '$normalise' => self::normaliser($filter['normalise']),
                '$longestTransactionSeconds' => $filter['longest_transaction_seconds'],
                '$isLoadedOnFirstUse' => $filter['load_on_first_use'],
                '$pilot' => $filter['pilot']['enabled'] ? self::pilot($name, $filter['pilot']) : null,
                '$recovery' => $filter['recovery']['enabled'] ? self::recovery($name, $filter['recovery']) : null,
            ]);
            $builder->register("bloom.filter.{$name}", MembershipFilter::class)
                ->setFactory([new Reference(Filters::class), 'get'])->setArguments([$name]);
            $builder->registerAliasForArgument("bloom.filter.{$name}", MembershipFilter::class, "{$name}Filter");
        }
        $builder->register(Filters::class, Filters::class)
            ->setArguments([$definitions, new Reference('logger'), new Reference('bloom.clock')]);
        $builder->setParameter('bloom.rebuild_requests', $requests);
        if ($requests !== []) {
            $builder->register(RebuildHandler::class, RebuildHandler::class)->setArguments([new Reference(Filters::class)])
                ->addTag('messenger.message_handler', ['handles' => RebuildRequest::class]);
        }
        foreach (class_exists(Application::class) ? [BuildCommand::class, InspectCommand::class, RebuildCommand::class] : [] as $command) {
            $builder->register($command, $command)->setArguments([new Reference(Filters::class)])->addTag('console.command');
        }
    }

    /** @param PilotConfig $config */
    private static function pilot(string $name, array $config): Definition
    {
        return (new Definition(PilotSettings::class))->setArguments([
            '$report' => $config['report'] === null ? $config['file'] ?? self::fileOf($name, 'pilot.json') : self::callable($config['report']),
            '$onDisagreement' => $config['on_disagreement'] === null ? null : self::callable($config['on_disagreement']),
        ]);
    }

    /** @param RecoveryConfig $config */
    private static function recovery(string $name, array $config): Definition
    {
        return (new Definition(RecoverySettings::class))->setArguments([
            '$stateFile' => $config['state_file'] ?? self::fileOf($name, 'health'),
            '$requestRebuild' => self::callable($config['request']),
            '$policy' => (new Definition(HealthPolicy::class))->setArguments([
                '$rebuildAbove' => $config['rebuild_above'],
                '$fullAbove' => $config['full_above'],
                '$bypassAbove' => $config['bypass_above'],
                '$minReports' => $config['min_reports'],
                '$checkSeconds' => $config['check_seconds'],
                '$coolDownSeconds' => $config['cool_down_seconds'],
            ]),
            '$headroom' => $config['headroom'],
            '$keptShare' => $config['kept_share'],
            '$startsEmpty' => $config['start_empty'],
        ]);
    }

    private static function fileOf(string $name, string $suffix): string
    {
        return '%kernel.project_dir%/var/bloom.' . str_replace('%', '%%', $name) . ".{$suffix}";
    }

    /** @param FilterConfig $filter */
    private static function assertRecoverable(string $name, array $filter, bool $hasSource): void
    {
        $complaint = match (true) {
            !$filter['shared'] => 'the filter is private to a process, and is never rebuilt',
            !$hasSource && !$filter['recovery']['start_empty'] => 'the filter has no source to be rebuilt from; if it holds the keys of a cache, set start_empty',
            $hasSource && $filter['recovery']['start_empty'] => 'start_empty is for filters without a source',
            default => null,
        };
        if ($complaint !== null) {
            throw new InvalidConfigurationException("bloom.filters.{$name}.recovery: {$complaint}");
        }
    }

    /** @param RevocationConfig $config */
    private function addRevocation(ContainerBuilder $builder, array $config): void
    {
        $builder->register(RevocationList::class, RevocationList::class)->setArguments([
            '$filter' => new Reference("bloom.filter.{$config['filter']}"),
            '$store' => new Reference($config['store']),
            '$clock' => new Reference('bloom.clock'),
            '$logger' => new Reference('logger'),
            '$onMissingId' => $config['on_missing_id'] === 'accept' ? Policy::Accept : Policy::Refuse,
            '$onStoreFailure' => $config['on_store_failure'] === 'accept' ? Policy::Accept : Policy::Refuse,
            '$isKeyedByIssuer' => $config['keyed_by_issuer'],
            '$leewaySeconds' => $config['leeway_seconds'],
            '$longestLifetimeSeconds' => $config['longest_lifetime_seconds'],
        ]);
        if ($config['lexik']['enabled']) {
            $builder->register(LexikBlockedTokens::class, LexikBlockedTokens::class)
                ->setDecoratedService(RequirementsPass::LEXIK)
                ->setArguments([
                    new Reference(RevocationList::class),
                    $config['lexik']['ask_previous'] ? new Reference(LexikBlockedTokens::class . '.inner') : null,
                ]);
        }
    }

    /** @param array<string, FilterConfig> $filters */
    private static function assertFilter(array $filters, string $name, string $path, ?bool $hasSource = null): void
    {
        if (!isset($filters[$name])) {
            throw new InvalidConfigurationException("bloom.{$path}: there is no filter \"{$name}\" under bloom.filters");
        }
        if ($hasSource !== null && ($filters[$name]['source'] !== null) !== $hasSource) {
            throw new InvalidConfigurationException("bloom.{$path}: the filter \"{$name}\" " . (
                $hasSource ? 'needs a source of the values that exist' : 'is filled from the store, and must have no source of its own'
            ));
        }
    }

    private static function normaliser(?string $name): ?Definition
    {
        return match (true) {
            $name === null => null,
            $name === 'none', $name === 'caseless' => (new Definition(\Closure::class))->setFactory([\Closure::class, 'fromCallable'])
                ->setArguments([$name === 'none' ? 'strval' : [Normalise::class, 'caseless']]), // a guard has no "none"
            str_starts_with($name, 'collation:') => (new Definition(\Closure::class))
                ->setFactory([Normalise::class, 'forCollation'])->setArguments([substr($name, 10)]),
            default => self::callable($name),
        };
    }

    /** @param string $service as id or id::method */
    private static function callable(string $service): Definition
    {
        [$id, $method] = explode('::', $service, 2) + [1 => '__invoke'];

        return (new Definition(\Closure::class))->setFactory([Invocable::class, 'of'])
            ->setArguments([new ServiceClosureArgument(new Reference($id)), $method]);
    }
}
