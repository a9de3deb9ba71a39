<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Symfony;

use App\Registration;
use App\UserEmails;
use Bloom\SharedMemory;
use Bloom\Toolkit\Pilot\FileReport;
use Bloom\Toolkit\Revocation\PdoRevocationStore;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\Symfony\KnownKeysAdapter;
use Bloom\Toolkit\Tests\Frameworks\Document;
use Lexik\Bundle\JWTAuthenticationBundle\Encoder\JWTEncoderInterface;
use Lexik\Bundle\JWTAuthenticationBundle\Services\BlockedTokenManagerInterface;
use Lexik\Bundle\JWTAuthenticationBundle\Services\JWTTokenManagerInterface;
use PHPUnit\Framework\TestCase;
use Symfony\Bundle\FrameworkBundle\Console\Application;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Console\Tester\ApplicationTester;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Bundle\BundleInterface;
use Symfony\Component\Messenger\Transport\InMemory\InMemoryTransport;
use Symfony\Component\Security\Core\User\InMemoryUser;
use Symfony\Component\Validator\Validator\ValidatorInterface;
use Symfony\Contracts\Cache\CacheInterface;

/** The application of docs/symfony.md, with a real kernel, console and database. */
final class ManualTest extends TestCase
{
    private static ?Document $document = null;
    private string $directory;
    private TestKernel $kernel;
    private CountingPdo $database;

    protected function setUp(): void
    {
        $this->directory = getenv('BLOOM_TEST_DIRECTORY') . '/symfony';
        if (self::$document === null) {
            self::$document = new Document('symfony.md', $this->directory);
            require self::$document->path('src/UserEmails.php');
            require self::$document->path('src/Registration.php');
        }
        $this->database = $this->connect();
        $this->database->exec('CREATE TABLE users (email TEXT UNIQUE)');
        (new PdoRevocationStore($this->database))->createTable();
        $this->kernel = $this->boot();
    }

    protected function tearDown(): void
    {
        $this->kernel->shutdown();
        foreach (array_keys(SharedMemory::list()) as $name) {
            SharedMemory::drop($name);
        }
        (new Filesystem())->remove(["{$this->directory}/database", "{$this->directory}/pools", "{$this->directory}/trial"]);
    }

    public function testEachBlockOfThePageIsRunHere(): void
    {
        self::assertSame(
            ['config/bundles.php', 'config/packages/bloom.php', 'config/packages/bloom_emails.php', 'src/Registration.php', 'src/UserEmails.php'],
            self::$document?->names(),
        );
    }

    public function testATokenIsAcceptedWithoutAQueryUntilItsLogoutAndRefusedInEveryProcessFromThenOn(): void
    {
        $this->console('bloom:build', 'revoked');
        [$token, $other] = [$this->token(), $this->token()];
        $this->database->statements = 0;
        self::assertSame(200, $this->request('/me', $token));
        self::assertSame(0, $this->database->statements);

        $this->request('/logout', $token);
        self::assertSame(401, $this->request('/me', $token));
        self::assertSame(200, $this->request('/me', $other));
        $this->kernel = $this->boot();
        self::assertSame(401, $this->request('/me', $token));
        self::assertSame(200, $this->request('/me', $other));
    }

    public function testBeforeTheFirstBuildAndAfterTheLossOfTheFilterTheStoreIsAsked(): void
    {
        [$token, $other] = [$this->token(), $this->token()];
        $this->request('/logout', $token);
        self::assertSame([401, 200], [$this->request('/me', $token), $this->request('/me', $other)]);
        $this->console('bloom:build');
        self::assertSame([401, 200], [$this->request('/me', $token), $this->request('/me', $other)]);
        SharedMemory::drop('revoked');
        $this->kernel = $this->boot();
        self::assertSame([401, 200], [$this->request('/me', $token), $this->request('/me', $other)]);
    }

    public function testATokenWithoutIdIsRefused(): void
    {
        $encoder = $this->service('lexik_jwt_authentication.encoder', JWTEncoderInterface::class);
        $claims = ['username' => 'alice', 'exp' => time() + 60];

        self::assertSame(200, $this->request('/me', $encoder->encode($claims + ['jti' => 'a'])));
        self::assertSame(401, $this->request('/me', $encoder->encode($claims)));
    }

    public function testAStoreThatIsDownRefusesWhatTheFilterDoesNotClear(): void
    {
        $this->console('bloom:build', 'revoked');
        [$token, $other] = [$this->token(), $this->token()];
        $this->request('/logout', $token);
        $this->database->exec('DROP TABLE revoked_tokens');

        self::assertSame([401, 200], [$this->request('/me', $token), $this->request('/me', $other)]);
    }

    public function testLexiksManagerCanTakeABlockBackAndKnowsWhatItCannotBlock(): void
    {
        $manager = $this->service('lexik_jwt_authentication.blocked_token_manager', BlockedTokenManagerInterface::class);
        $payload = ['jti' => 'a', 'exp' => time() + 60];

        self::assertTrue($manager->add($payload));
        self::assertTrue($manager->has($payload));
        $manager->remove($payload);
        self::assertFalse($manager->has($payload));
        self::assertFalse($manager->add(['jti' => 'b', 'exp' => time() - 3600]));
        self::assertTrue($manager->add(['jti' => 'never expires']));
        self::assertTrue($manager->has(['jti' => 'never expires']));
        $this->expectExceptionMessage('jti');
        $manager->add(['exp' => time() + 60]);
    }

    public function testAFreeNameCostsNoQueryAndATakenOneIsAViolation(): void
    {
        $this->database->exec("INSERT INTO users VALUES ('alice@example.org')");
        $this->console('bloom:build', 'emails');
        $emails = $this->service(UserEmails::class, UserEmails::class);
        $emails->register('bob@example.org');
        $validator = $this->service(ValidatorInterface::class, ValidatorInterface::class);

        $this->database->statements = 0;
        self::assertCount(0, $validator->validate(new Registration('carol@example.org')));
        self::assertSame(0, $this->database->statements);
        foreach (['Alice@Example.org', 'BOB@example.org'] as $taken) {
            $violations = $validator->validate(new Registration($taken));
            self::assertCount(1, $violations);
            self::assertSame('This value is already used.', $violations->get(0)->getMessage());
        }
        self::assertSame(2, $this->database->statements);
    }

    public function testBeforeTheFirstBuildEveryNameCostsAQuery(): void
    {
        $validator = $this->service(ValidatorInterface::class, ValidatorInterface::class);
        $this->database->statements = 0;

        self::assertCount(0, $validator->validate(new Registration('carol@example.org')));
        self::assertSame(1, $this->database->statements);
    }

    public function testThePoolKnowsItsKeysInEveryProcess(): void
    {
        $pool = $this->service('cache.app', AdapterInterface::class);
        self::assertInstanceOf(KnownKeysAdapter::class, $pool);
        $pool->save($pool->getItem('a')->set(17));
        $this->kernel = $this->boot();

        $pool = $this->service('cache.app', AdapterInterface::class);
        self::assertSame(17, $pool->getItem('a')->get());
        self::assertFalse($pool->getItem('b')->isHit());
        self::assertInstanceOf(CacheInterface::class, $pool);
        self::assertSame(18, $pool->get('c', static fn(): int => 18));
        self::assertSame(18, $pool->get('c', static fn(): int => 19));
        SharedMemory::attach('cache_keys')->clear();
        self::assertFalse($pool->getItem('a')->isHit(), 'The filter decides');
    }

    public function testTheConsoleBuildsAndInspects(): void
    {
        [$status, $table] = $this->console('bloom:inspect');
        self::assertSame(1, $status, 'Not built yet');
        self::assertMatchesRegularExpression('/emails +bloom +It has not been built/', $table);
        $this->database->exec("INSERT INTO users VALUES ('alice@example.org')");

        [$status, $output] = $this->console('bloom:build');
        self::assertSame(0, $status, $output);
        self::assertMatchesRegularExpression('/^emails: built from 1 items in .* s$/m', $output);
        self::assertMatchesRegularExpression('/^revoked: built from 0 items in .* s$/m', $output);
        self::assertStringNotContainsString('cache_keys', $output);

        [$status, $table] = $this->console('bloom:inspect');
        self::assertSame(0, $status, $table);
        self::assertMatchesRegularExpression('/emails +bloom +ready +1 of 1000000/', $table);
        [, $json] = $this->console('bloom:inspect', 'emails', '--json');
        $infos = json_decode($json, true);
        self::assertIsArray($infos);
        self::assertSame(['emails'], array_keys($infos));
        self::assertIsArray($infos['emails']);
        self::assertSame(1, $infos['emails']['generation']);
        $this->console('bloom:build', 'emails');
        self::assertSame(2, SharedMemory::attach('emails')->generation());
    }

    public function testAFilterIsTriedOutAndItsRebuildIsRequestedOverAQueue(): void
    {
        putenv('BLOOM_QUEUE=in-memory://?serialize=true');
        $this->kernel = $this->boot(['config/packages/bloom_emails.php'], 10);
        $this->console('bloom:build', 'emails');
        $emails = $this->service(UserEmails::class, UserEmails::class);
        for ($i = 0; $i < 300; $i++) {
            $emails->register("user{$i}@example.org");
        }
        $validator = $this->service(ValidatorInterface::class, ValidatorInterface::class);
        $this->database->statements = 0;
        self::assertCount(1, $validator->validate(new Registration('user7@example.org')));
        self::assertCount(0, $validator->validate(new Registration('free@example.org')));
        self::assertSame(2, $this->database->statements, 'It is believed');
        // In the life of these processes it was healthy; another one, later, finds that it no longer is.
        unlink("{$this->directory}/trial/var/bloom.emails.health");
        $this->kernel = $this->boot(['config/packages/bloom_emails.php'], 10);
        $queue = $this->service('messenger.transport.this_machine', InMemoryTransport::class);
        $validator = $this->service(ValidatorInterface::class, ValidatorInterface::class);
        self::assertCount(1, $validator->validate(new Registration('user7@example.org')));
        self::assertCount(1, $queue->getSent());
        self::assertStringContainsString('ready, bypassed for its estimated rate, on trial', $this->console('bloom:inspect', 'emails')[1]);

        $consumer = new ApplicationTester($this->application());
        self::assertSame(0, $consumer->run(['command' => 'messenger:consume', 'receivers' => ['this_machine'], '--limit' => 1, '--no-reset' => true]), $consumer->getDisplay());
        self::assertCount(1, $queue->getAcknowledged());
        self::assertGreaterThan(300, SharedMemory::attach('emails')->info()['expected_items']);
        self::assertTrue(SharedMemory::attach('emails')->mightContain('user299@example.org'));
        unset($validator, $emails, $queue, $consumer);
        $this->kernel->shutdown();
        gc_collect_cycles(); // as at the end of a process
        $figures = (new FileReport("{$this->directory}/trial/var/bloom.emails.pilot.json"))->figures()['source'] ?? [];
        self::assertSame([3, 2, 0], [$figures['questions'] ?? 0, $figures['found'] ?? 0, $figures['disagreements'] ?? null]);
    }

    public function testATerminalSeesTheProgressOfABuild(): void
    {
        $this->database->exec("INSERT INTO users VALUES ('alice@example.org')");
        $tester = new ApplicationTester($this->application());
        $tester->run(['command' => 'bloom:build', 'filter' => ['emails']], ['decorated' => true]);

        self::assertMatchesRegularExpression('/emails: +0 items, .*emails: built from 1 items/s', $tester->getDisplay());
    }

    public function testABuildThatFailsLeavesTheFilterAsItWasAndSaysSo(): void
    {
        $this->database->exec("INSERT INTO users VALUES ('alice@example.org')");
        $this->console('bloom:build', 'emails');
        $this->database->exec('DROP TABLE users');

        [$status, $output] = $this->console('bloom:build');
        self::assertSame(1, $status);
        self::assertStringContainsString('emails: SQLSTATE', $output);
        self::assertStringContainsString('revoked: built', $output);
        self::assertTrue(SharedMemory::attach('emails')->mightContain('alice@example.org'));
        self::assertFalse(SharedMemory::attach('emails')->mightContain('bob@example.org'));
    }

    private function connect(): CountingPdo
    {
        return new CountingPdo("{$this->directory}/database");
    }

    /** @param list<string> $more files of the page's */
    private function boot(array $more = [], ?int $expectedEmails = null): TestKernel
    {
        if (isset($this->kernel)) {
            $this->kernel->shutdown();
        }
        $document = self::$document;
        \assert($document !== null);
        /** @var array<class-string<BundleInterface>, array<string, bool>> $bundles */
        $bundles = require $document->path('config/bundles.php');
        $kernel = new TestKernel(
            $more === [] ? $this->directory : "{$this->directory}/trial", // each with what Symfony compiles for it
            static function (ContainerConfigurator $container) use ($document, $more, $expectedEmails): void {
                foreach (['config/packages/bloom.php', ...$more] as $file) {
                    /** @var \Closure(ContainerConfigurator): void $configure */
                    $configure = require $document->path($file);
                    $configure($container);
                }
                if ($expectedEmails !== null) {
                    $container->extension('bloom', ['filters' => ['emails' => ['expected_items' => $expectedEmails]]]);
                }
                // a test must not wait
                foreach (['emails', 'revoked'] as $filter) {
                    $container->extension('bloom', ['filters' => [$filter => ['longest_transaction_seconds' => 0]]]);
                }
                $container->services()->set(\PDO::class)->synthetic()->public()->set(UserEmails::class)->autowire()->public();
            },
            [
                RevocationList::class, 'cache.app', 'lexik_jwt_authentication.jwt_manager', ValidatorInterface::class,
                'lexik_jwt_authentication.blocked_token_manager', 'lexik_jwt_authentication.encoder',
                ...($more === [] ? [] : ['messenger.transport.this_machine']),
            ],
            array_keys($bundles),
        );
        $kernel->boot();
        $kernel->getContainer()->set(\PDO::class, $this->database);

        return $kernel;
    }

    /**
     * @template T of object
     *
     * @param class-string<T> $class
     *
     * @return T
     */
    private function service(string $id, string $class): object
    {
        $service = $this->kernel->getContainer()->get($id);
        self::assertInstanceOf($class, $service);

        return $service;
    }

    private function token(): string
    {
        return $this->service('lexik_jwt_authentication.jwt_manager', JWTTokenManagerInterface::class)->create(new InMemoryUser('alice', null));
    }

    private function request(string $path, string $token): int
    {
        return $this->kernel->handle(Request::create($path, server: ['HTTP_AUTHORIZATION' => "Bearer {$token}"]))->getStatusCode();
    }

    private function application(): Application
    {
        $application = new Application($this->kernel);
        $application->setAutoExit(false);

        return $application;
    }

    /** @return array{int, string} status and output */
    private function console(string $command, string ...$arguments): array
    {
        $tester = new ApplicationTester($this->application());
        $input = ['command' => $command, 'filter' => array_values(array_filter($arguments, static fn(string $a): bool => $a[0] !== '-'))];
        foreach ($arguments as $argument) {
            $argument[0] !== '-' || $input[$argument] = true;
        }
        $status = $tester->run($input, ['decorated' => false]);

        return [$status, $tester->getDisplay()];
    }
}
