<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Bloom\Toolkit\Framework\BuildCommand;
use Bloom\Toolkit\Framework\FilterDefinition;
use Bloom\Toolkit\Framework\Filters;
use Bloom\Toolkit\Framework\InspectCommand;
use Bloom\Toolkit\League\AccessTokens;
use Bloom\Toolkit\Normalise;
use Bloom\Toolkit\Revocation\Policy;
use Bloom\Toolkit\Revocation\RevocationStore;
use Bloom\Toolkit\RevocationList;
use Illuminate\Cache\CacheManager;
use Illuminate\Cache\Repository as Cache;
use Illuminate\Contracts\Config\Repository as Config;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Support\ServiceProvider;
use Illuminate\Validation\DatabasePresenceVerifierInterface;
use Illuminate\Validation\PresenceVerifierInterface;
use Laravel\Passport\Bridge\AccessTokenRepository;
use Laravel\Passport\Passport;
use Laravel\Passport\Token;
use Laravel\Sanctum\Sanctum;
use League\OAuth2\Server\Repositories\AccessTokenRepositoryInterface;
use Psr\Log\LoggerInterface;

/**
 * Filters, a cache store, validation and revoked tokens for Laravel. Settings: config.php beside this file.
 *
 * @phpstan-type FilterConfig array{expected_items: int, false_positive_rate?: float, kind?: string, shared?: bool,
 *     column?: array{class-string<Model>, string}, source?: class-string, normalise?: string, window_seconds?: int,
 *     generations?: int, longest_transaction_seconds?: int, load_on_first_use?: bool}
 * @phpstan-type RevocationConfig array{filter: string, store?: class-string, leeway_seconds?: int, longest_lifetime_seconds?: ?int,
 *     keyed_by_issuer?: bool, on_missing_id?: string, on_store_failure?: string}
 */
final class BloomServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->mergeConfigFrom(__DIR__ . '/config.php', 'bloom');
        $this->app->singleton(Filters::class, fn(Application $app): Filters => new Filters($this->definitions($app)));
        $this->app->scoped(RevocationList::class, fn(Application $app): RevocationList => $this->revocationList($app));
        $this->app->extend('validation.presence', $this->presenceVerifier(...));
        $this->callAfterResolving('cache', $this->extendCache(...));
        if ($this->passport() !== null) {
            $this->app->extend(AccessTokenRepository::class, $this->passportTokens(...));
        }
    }

    public function boot(Filters $filters, Dispatcher $events): void
    {
        $this->publishes([__DIR__ . '/config.php' => $this->app->configPath('bloom.php')], 'bloom-config');
        $this->commands([BuildCommand::class, InspectCommand::class]);
        $followers = [];
        foreach ($this->filterConfigs() as $name => $filter) {
            $column = self::column($filter);
            if ($column !== null) {
                $followers[] = $column->follower($filters, $name);
            }
        }
        if ($followers !== []) {
            Model::setEventDispatcher(new ModelEvents(Model::getEventDispatcher() ?? $events, $followers));
        }
        if ($this->config()->get('bloom.sanctum') !== null && Sanctum::$personalAccessTokenModel === \Laravel\Sanctum\PersonalAccessToken::class) {
            Sanctum::usePersonalAccessTokenModel(PersonalAccessToken::class);
        }
        if ($this->passport() !== null) {
            if (Passport::tokenModel() === Token::class) {
                Passport::useTokenModel(PassportToken::class);
            } elseif (!\in_array(RecordsRevocations::class, class_uses_recursive(Passport::tokenModel()), true)) {
                throw new \LogicException(Passport::tokenModel() . ' must use ' . RecordsRevocations::class);
            }
        }
    }

    /** @return list<FilterDefinition> */
    private function definitions(Application $app): array
    {
        $revocation = $this->config()->get('bloom.revocation');
        $revoked = \is_array($revocation) ? $revocation['filter'] ?? null : null;
        $definitions = [];
        foreach ($this->filterConfigs() as $name => $filter) {
            $source = $filter['source'] ?? null;
            $column = self::column($filter);
            $definitions[] = new FilterDefinition(
                $name,
                $filter['expected_items'],
                $filter['false_positive_rate'] ?? 0.01,
                $filter['kind'] ?? 'bloom',
                $filter['shared'] ?? true,
                $filter['window_seconds'] ?? 86_400,
                $filter['generations'] ?? 4,
                match (true) {
                    $name === $revoked => static fn(): iterable => self::store($app)->keys(time()),
                    $column !== null => $column->values(...),
                    $source !== null => self::callable($app, $source),
                    default => null,
                },
                $this->normaliser($app, $filter['normalise'] ?? ($column !== null && \in_array($name, $this->validated(), true) ? $this->equality($column) : 'none')),
                $filter['longest_transaction_seconds'] ?? 10,
                $filter['load_on_first_use'] ?? false,
            );
        }

        return $definitions;
    }

    /** What the connection's settings say that its columns take for equal. */
    private function equality(Column $column): string
    {
        $name = (new $column->model())->getConnectionName() ?? $this->config()->get('database.default');
        /** @var array{driver?: string, collation?: ?string} $connection */
        $connection = \is_string($name) ? $this->config()->get("database.connections.{$name}") : [];
        $collation = $connection['collation'] ?? null;
        if ($collation === null && \in_array($connection['driver'] ?? null, ['mysql', 'mariadb', 'sqlsrv'], true)) {
            throw new \LogicException(
                "The collation of {$column->model}::{$column->name} is not known: set 'normalise' of its filter, or 'collation' of the connection",
            );
        }

        return $collation === null ? 'caseless' : "collation:{$collation}";
    }

    private function normaliser(Application $app, string $name): ?\Closure
    {
        return match (true) {
            $name === 'none' => null,
            $name === 'caseless' => Normalise::caseless(...),
            str_starts_with($name, 'collation:') => Normalise::forCollation(substr($name, 10)),
            default => self::callable($app, $name),
        };
    }

    private function revocationList(Application $app): RevocationList
    {
        /** @var ?RevocationConfig $config */
        $config = $this->config()->get('bloom.revocation');
        if ($config === null) {
            throw new \LogicException('Revoked tokens need the setting bloom.revocation');
        }

        return new RevocationList(
            $app->make(Filters::class)->get($config['filter']),
            self::store($app),
            logger: $app->make(LoggerInterface::class),
            onMissingId: self::policy($config['on_missing_id'] ?? 'refuse'),
            onStoreFailure: self::policy($config['on_store_failure'] ?? 'refuse'),
            isKeyedByIssuer: $config['keyed_by_issuer'] ?? false,
            leewaySeconds: $config['leeway_seconds'] ?? 60,
            longestLifetimeSeconds: $config['longest_lifetime_seconds'] ?? null,
        );
    }

    private function passportTokens(AccessTokenRepositoryInterface $repository, Application $app): AccessTokens
    {
        $config = $this->passport();
        \assert($config !== null);
        $completeFrom = $config['complete_from'] ?? null;

        return new AccessTokens(
            $repository,
            $app->make(RevocationList::class),
            $config['longest_lifetime_seconds'],
            $completeFrom === null ? null : new \DateTimeImmutable($completeFrom),
        );
    }

    private function presenceVerifier(PresenceVerifierInterface $verifier, Application $app): PresenceVerifierInterface
    {
        if ($this->validated() === []) {
            return $verifier;
        }
        if (!$verifier instanceof DatabasePresenceVerifierInterface) {
            throw new \LogicException('bloom.validation: the rules are not asked of a database, but of ' . get_debug_type($verifier));
        }
        $default = $this->config()->get('database.default');
        \assert(\is_string($default));
        $columns = [];
        foreach ($this->validated() as $name) {
            $column = self::column($this->filterConfigs()[$name] ?? null)
                ?? throw new \LogicException("bloom.validation: the filter {$name} must have a column");
            $model = new $column->model();
            $columns[($model->getConnectionName() ?? $default) . ".{$model->getTable()}.{$column->name}"] = $name;
        }

        return new KnownValuesVerifier($verifier, $app->make(Filters::class), $columns, $default, $app->make(LoggerInterface::class));
    }

    /** The driver "bloom": 'store' is another store, 'filter' that of its keys. */
    private function extendCache(CacheManager $cache): void
    {
        $cache->extend('bloom', function (Application $app, array $config) use ($cache): Cache {
            if (!\is_string($config['store'] ?? null) || !\is_string($config['filter'] ?? null)) {
                throw new \LogicException('A cache store of the driver "bloom" needs the names of a store and of a filter');
            }
            $inner = $cache->store($config['store'])->getStore();
            $class = method_exists($inner, 'tags') ? KnownKeysTaggableStore::class : KnownKeysStore::class;
            $filter = $app->make(Filters::class)->get($config['filter']);

            return $cache->repository(new $class($inner, $filter, $app->make(LoggerInterface::class)), $config);
        });
    }

    /** @return array<string, FilterConfig> */
    private function filterConfigs(): array
    {
        /** @var array<string, FilterConfig> */
        return $this->config()->get('bloom.filters');
    }

    /** @return list<string> */
    private function validated(): array
    {
        /** @var list<string> */
        return $this->config()->get('bloom.validation');
    }

    /** @return ?array{longest_lifetime_seconds: int, complete_from?: ?string} */
    private function passport(): ?array
    {
        /** @var ?array{longest_lifetime_seconds: int, complete_from?: ?string} */
        return $this->config()->get('bloom.revocation.passport');
    }

    private function config(): Config
    {
        return $this->app->make(Config::class);
    }

    /** @param ?FilterConfig $filter */
    private static function column(?array $filter): ?Column
    {
        return isset($filter['column']) ? new Column(...$filter['column']) : null;
    }

    private static function store(Application $app): RevocationStore
    {
        $class = $app->make(Config::class)->get('bloom.revocation.store') ?? RevocationStore::class;
        $store = \is_string($class) ? $app->make($class) : null;

        return $store instanceof RevocationStore ? $store : throw new \LogicException('bloom.revocation.store must be a RevocationStore');
    }

    private static function policy(string $name): Policy
    {
        return $name === 'accept' ? Policy::Accept : Policy::Refuse;
    }

    private static function callable(Application $app, string $class): \Closure
    {
        return static function (mixed ...$arguments) use ($app, $class): mixed {
            $service = $app->make($class);

            return \is_callable($service) ? $service(...$arguments) : throw new \LogicException("{$class} has no method __invoke()");
        };
    }
}
