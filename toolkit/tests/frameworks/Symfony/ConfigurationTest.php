<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Symfony;

use Bloom\MembershipFilter;
use Bloom\SharedMemory;
use Bloom\Toolkit\Filter\AnsweredBy;
use Bloom\Toolkit\Framework\Filters;
use Bloom\Toolkit\Pilot\Shadow;
use Bloom\Toolkit\Revocation\PdoRevocationStore;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\Symfony\BloomBundle;
use Bloom\Toolkit\Symfony\NotTaken;
use Bloom\Toolkit\UniqueGuard;
use Lexik\Bundle\JWTAuthenticationBundle\LexikJWTAuthenticationBundle;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\SecurityBundle\SecurityBundle;
use Symfony\Component\Config\Definition\Exception\InvalidConfigurationException;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;

use function Symfony\Component\DependencyInjection\Loader\Configurator\service;

use Symfony\Component\Validator\Validator\ValidatorInterface;

/** What can be said under "bloom", and what is refused. */
final class ConfigurationTest extends TestCase
{
    protected function tearDown(): void
    {
        foreach (array_keys(SharedMemory::list()) as $name) {
            SharedMemory::drop($name);
        }
    }

    /** @param array<mixed> $config */
    #[DataProvider('mistakes')]
    public function testAMistakeIsNamedWhenTheContainerIsCompiled(string $message, array $config): void
    {
        $this->expectException(InvalidConfigurationException::class);
        $this->expectExceptionMessage($message);
        $this->boot($config, []);
    }

    /** @return iterable<string, array{string, array<mixed>}> */
    public static function mistakes(): iterable
    {
        $filters = ['a' => ['expected_items' => 1], 'b' => ['expected_items' => 1, 'source' => 'x']];
        yield 'a pool without filter' => ['bloom.pools.cache.app: there is no filter "c"', ['filters' => $filters, 'pools' => ['cache.app' => 'c']]];
        yield 'uniqueness without source' => [
            'bloom.unique.x.filter: the filter "a" needs a source', ['filters' => $filters, 'unique' => ['x' => ['filter' => 'a', 'exists' => 'y']]],
        ];
        yield 'revoked tokens with a source' => [
            'the filter "b" is filled from the store', ['filters' => $filters, 'revocation' => ['filter' => 'b', 'store' => 'y']],
        ];
        yield 'no size' => ['expected_items', ['filters' => ['a' => []]]];
        yield 'no such kind' => ['bloom.filters.a.kind', ['filters' => ['a' => ['expected_items' => 1, 'kind' => 'cuckoo']]]];
        $recovers = static fn(array $filter, mixed $recovery): array => ['filters' => ['b' => $filter + ['expected_items' => 1, 'recovery' => $recovery]]];
        yield 'to be rebuilt from nothing' => ['bloom.filters.b.recovery: the filter has no source', $recovers([], true)];
        yield 'to be emptied in spite of a source' => ['start_empty is for filters without', $recovers(['source' => 'x'], ['start_empty' => true])];
        yield 'private, and to recover' => ['bloom.filters.b.recovery: the filter is private', $recovers(['source' => 'x', 'shared' => false], true)];
        yield 'a request to nobody' => [
            'bloom.filters.b.recovery.request: there is no service "nobody"', $recovers(['source' => 'source'], ['request' => 'nobody::dispatch']),
        ];
        foreach (['rebuild_above' => 1.0, 'full_above' => 0, 'bypass_above' => 0, 'min_reports' => 0, 'headroom' => 0.9, 'kept_share' => 1.1] as $name => $value) {
            yield "out of range: {$name}" => ["bloom.filters.b.recovery.{$name}", $recovers(['source' => 'x'], [$name => $value])];
        }
        yield 'a bypass above all rates' => ['bloom.filters.b.recovery.bypass_above', $recovers(['source' => 'x'], ['bypass_above' => 1.1])];
        yield 'no bus' => ['install symfony/messenger', $recovers(['source' => 'source'], true)];
        yield "Lexik's blocklist without Lexik's bundle" => [
            'bloom.revocation.lexik: LexikJWTAuthenticationBundle is not among the bundles',
            ['filters' => $filters, 'revocation' => ['filter' => 'a', 'store' => PdoRevocationStore::class, 'lexik' => true]],
        ];
        yield 'no such policy' => ['on_missing_id', ['filters' => $filters, 'revocation' => ['filter' => 'a', 'store' => 'y', 'on_missing_id' => 'pass']]];
    }

    public function testABlocklistThatIsOffIsNamed(): void
    {
        $kernel = new TestKernel(
            getenv('BLOOM_TEST_DIRECTORY') . '/configuration-lexik',
            static function (ContainerConfigurator $container): void {
                $container->extension('lexik_jwt_authentication', ['blocklist_token' => ['enabled' => false]]);
                $container->extension('bloom', [
                    'filters' => ['revoked' => ['expected_items' => 100]],
                    'revocation' => ['filter' => 'revoked', 'store' => PdoRevocationStore::class, 'lexik' => true],
                ]);
                $container->services()->set(\PDO::class, \PDO::class)->args(['sqlite::memory:'])
                    ->set(PdoRevocationStore::class)->args([service(\PDO::class)]);
            },
            [],
            [FrameworkBundle::class, SecurityBundle::class, LexikJWTAuthenticationBundle::class, BloomBundle::class],
        );
        $this->expectException(InvalidConfigurationException::class);
        $this->expectExceptionMessage('set lexik_jwt_authentication.blocklist_token.enabled to true');
        $kernel->boot();
    }

    #[DataProvider('lifetimes')]
    public function testARotatingFilterMustRememberForAsLongAsTokensLive(?int $lifetime, bool $isRefused): void
    {
        $container = $this->boot([
            'filters' => ['revoked' => ['expected_items' => 100, 'kind' => 'rotating', 'window_seconds' => 3660]],
            'revocation' => ['filter' => 'revoked', 'store' => PdoRevocationStore::class]
                + ($lifetime === null ? [] : ['longest_lifetime_seconds' => $lifetime]),
        ], [RevocationList::class]);
        if ($isRefused) {
            $this->expectException(\InvalidArgumentException::class);
        }
        self::assertInstanceOf(RevocationList::class, $container->get(RevocationList::class));
    }

    /** @return iterable<string, array{?int, bool}> */
    public static function lifetimes(): iterable
    {
        yield 'just long enough' => [3600, false];
        yield 'a second too short' => [3601, true];
        yield 'not said' => [null, true];
    }

    public function testPoliciesAndIssuersReachTheList(): void
    {
        $container = $this->boot([
            'filters' => ['revoked' => ['expected_items' => 100]],
            'revocation' => [
                'filter' => 'revoked', 'store' => PdoRevocationStore::class, 'keyed_by_issuer' => true, 'on_missing_id' => 'accept',
                'on_store_failure' => 'accept', 'leeway_seconds' => 0,
            ],
        ], [RevocationList::class]);
        $list = $container->get(RevocationList::class);
        self::assertInstanceOf(RevocationList::class, $list);

        self::assertFalse($list->isRevoked(null));
        self::assertFalse($list->isRevoked('a', 'issuer'), 'The store has no table');
        $this->expectExceptionMessage('pass the issuer');
        $list->revoke('a', new \DateTimeImmutable('+1 hour'));
    }

    #[DataProvider('forms')]
    public function testTheFormOfAnItemIsThatOfTheConfiguration(?string $normalise, string $same): void
    {
        $container = $this->boot([
            'filters' => ['names' => ['expected_items' => 100, 'source' => 'source', 'normalise' => $normalise, 'load_on_first_use' => true, 'longest_transaction_seconds' => 0]],
            'unique' => ['names' => ['filter' => 'names', 'exists' => 'source::exists']],
        ], ['bloom.unique.names', ValidatorInterface::class]);
        $guard = $container->get('bloom.unique.names');
        self::assertInstanceOf(UniqueGuard::class, $guard);

        self::assertTrue($guard->isTaken($same));
        self::assertFalse($guard->isTaken('free'), 'The source would say that it is taken');
    }

    /** @return iterable<string, array{?string, string}> */
    public static function forms(): iterable
    {
        yield 'caseless if not said' => [null, 'JOSÉ '];
        yield 'none' => ['none', 'José'];
        yield 'of a collation' => ['collation:utf8mb4_unicode_ci', 'jose'];
        yield 'of a service' => ['source::form', 'j'];
    }

    public function testTheConstraintTakesTextsAndPassesEmptyOnes(): void
    {
        $container = $this->boot([
            'filters' => ['names' => ['expected_items' => 100, 'source' => 'source', 'load_on_first_use' => true, 'longest_transaction_seconds' => 0]],
            'unique' => ['names' => ['filter' => 'names', 'exists' => 'source::exists']],
        ], [ValidatorInterface::class]);
        $validator = $container->get(ValidatorInterface::class);
        self::assertInstanceOf(ValidatorInterface::class, $validator);
        $violations = $validator->validate('josé', new NotTaken('names', 'Taken'));

        self::assertSame(['Taken', NotTaken::TAKEN], [$violations->get(0)->getMessage(), $violations->get(0)->getCode()]);
        foreach ([null, '', 17] as $value) {
            self::assertCount(0, $validator->validate($value, new NotTaken('names')));
        }
        $violations = $validator->validate(['josé'], new NotTaken('names'));
        self::assertStringContainsString('type string', (string) $violations->get(0)->getMessage());
    }

    public function testServicesTakeFiguresDisagreementsAndRequests(): void
    {
        $directory = (string) getenv('BLOOM_TEST_DIRECTORY');
        $container = $this->boot(['filters' => [
            'tried' => [
                'expected_items' => 100, 'source' => 'source', 'load_on_first_use' => true, 'longest_transaction_seconds' => 0,
                'pilot' => ['report' => 'reports::add', 'on_disagreement' => 'reports::lacks'],
            ],
            'watched' => [
                'expected_items' => 100,
                'recovery' => ['request' => 'reports', 'state_file' => "{$directory}/watched", 'full_above' => 0.01, 'start_empty' => true],
            ],
        ]], ['bloom.filter.tried', 'bloom.filter.watched', 'reports', Filters::class]);
        [$tried, $watched, $reports, $filters] = array_map($container->get(...), ['bloom.filter.tried', 'bloom.filter.watched', 'reports', Filters::class]);
        self::assertInstanceOf(Shadow::class, $tried);
        self::assertInstanceOf(MembershipFilter::class, $watched);
        self::assertInstanceOf(Reports::class, $reports);
        self::assertInstanceOf(Filters::class, $filters);

        $tried->ask('not in the source')->settle(true);
        $tried->__destruct();
        self::assertSame([['not in the source', AnsweredBy::Source]], $reports->lacks);
        self::assertSame(1, $reports->figures['source']['disagreements'] ?? 0);
        $watched->addMany(['a', 'b']);
        self::assertTrue($watched->mightContain('a'));
        self::assertSame(['watched'], array_column($reports->requests, 'filter'));
        self::assertFileExists("{$directory}/watched");
        self::assertTrue($filters->rebuild('watched'));
        self::assertFalse($watched->mightContain('a'), 'It was not emptied');
    }

    public function testFiltersAreArgumentsByName(): void
    {
        $container = $this->boot(['filters' => ['cache_keys' => ['expected_items' => 100, 'shared' => false]]], ['consumer']);
        $consumer = $container->get('consumer');
        self::assertInstanceOf(FilterConsumer::class, $consumer);

        self::assertFalse($consumer->cacheKeysFilter->mightContain('a'));
    }

    /**
     * @param array<mixed> $config
     * @param list<string> $public
     */
    private function boot(array $config, array $public): ContainerInterface
    {
        static $number = 0;
        \assert(\is_int($number));
        $number++;
        $kernel = new TestKernel(
            getenv('BLOOM_TEST_DIRECTORY') . "/configuration-{$number}",
            static function (ContainerConfigurator $container) use ($config, $public): void {
                $container->extension('framework', ['validation' => ['enabled' => true], 'messenger' => ['enabled' => false]]);
                $container->extension('bloom', $config);
                $services = $container->services();
                $services->set(\PDO::class, \PDO::class)->args(['sqlite::memory:']);
                $services->set(PdoRevocationStore::class)->args([service(\PDO::class)]);
                $services->set('source', Names::class);
                $services->set('reports', Reports::class);
                if (\in_array('consumer', $public, true)) {
                    $services->set('consumer', FilterConsumer::class)->autowire();
                }
            },
            $public,
        );
        $kernel->boot();

        return $kernel->getContainer();
    }
}
