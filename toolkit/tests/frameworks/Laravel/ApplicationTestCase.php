<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Laravel;

use Bloom\SharedMemory;
use Bloom\Toolkit\Revocation\PdoRevocationStore;
use Bloom\Toolkit\Tests\Frameworks\Document;
use Illuminate\Auth\AuthManager;
use Illuminate\Contracts\Console\Kernel as Console;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Database\Events\QueryExecuted;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Filesystem\Filesystem;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\HandleExceptions;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Facade;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\Facades\Schema;
use Laravel\Passport\Passport;
use Laravel\Passport\Token;
use Laravel\Sanctum\Sanctum;
use Laravel\Sanctum\SanctumServiceProvider;
use PHPUnit\Framework\TestCase;

/** The application of docs/laravel.md, with a real kernel, console and database. */
abstract class ApplicationTestCase extends TestCase
{
    protected static ?Document $document = null;
    protected Application $app;
    /** @var array<string, mixed> that differ from those of the page */
    protected array $settings = [];
    private string $directory;
    private int $queries = 0;

    protected function setUp(): void
    {
        $this->directory = getenv('BLOOM_TEST_DIRECTORY') . '/laravel';
        if (self::$document === null) {
            self::$document = new Document('laravel.md', $this->directory);
            require self::$document->path('app/Providers/AppServiceProvider.php');
            require self::$document->path('app/Providers/TokenServiceProvider.php');
            require __DIR__ . '/User.php';
            foreach (['bootstrap/cache', 'storage/framework/views', 'storage/logs'] as $folder) {
                mkdir("{$this->directory}/{$folder}", 0o700, true);
            }
            file_put_contents("{$this->directory}/config/database.php", '<?php return ' . var_export([
                'default' => 'main',
                'connections' => array_fill_keys(['main', 'other'], [
                    'driver' => 'sqlite', 'database' => "{$this->directory}/database", 'foreign_key_constraints' => true,
                ]),
            ], true) . ';');
        }
        touch("{$this->directory}/database");
        $this->boot();
        foreach (['users', 'others'] as $users) {
            Schema::create($users, static function (Blueprint $table): void {
                $table->id();
                $table->string('email')->unique();
                $table->boolean('is_blocked')->default(false);
            });
        }
        Schema::create('oauth_access_tokens', static function (Blueprint $table): void {
            $table->string('id')->primary();
            $table->boolean('revoked')->default(false);
            $table->dateTime('expires_at')->nullable();
        });
        $sanctum = \dirname(__DIR__) . '/vendor/laravel/sanctum/database/migrations';
        $this->app->make(Console::class)->call('migrate', ['--path' => $sanctum, '--realpath' => true, '--force' => true]);
        (new PdoRevocationStore(DB::connection()->getPdo()))->createTable();
    }

    protected function tearDown(): void
    {
        $this->shutDown();
        Sanctum::$personalAccessTokenModel = \Laravel\Sanctum\PersonalAccessToken::class;
        Passport::useTokenModel(Token::class);
        foreach (array_keys(SharedMemory::list()) as $name) {
            SharedMemory::drop($name);
        }
        (new Filesystem())->delete("{$this->directory}/database");
        (new Filesystem())->deleteDirectory("{$this->directory}/storage/cache");
    }

    /** Another process with the same files. */
    protected function boot(): void
    {
        if (isset($this->app)) {
            $this->shutDown();
        }
        $document = self::$document;
        \assert($document !== null);
        /** @var list<string> $providers */
        $providers = require $document->path('bootstrap/providers.php');
        $this->app = Application::configure($this->directory)
            ->withProviders([...$providers, SanctumServiceProvider::class], false)
            ->withRouting(using: static function (): void {
                Route::get('/me', static fn(): string => 'me')->middleware('auth:sanctum');
            })
            ->withMiddleware()->withExceptions()->create();
        $this->app->afterBootstrapping(\Illuminate\Foundation\Bootstrap\LoadConfiguration::class, function (Application $app): void {
            // a test must not wait, and has no log
            $app->make(\Illuminate\Config\Repository::class)->set(array_map(
                static fn(): int => 0,
                array_flip(array_map(static fn(string $name): string => "bloom.filters.{$name}.longest_transaction_seconds", ['emails', 'revoked', 'tokens'])),
            ) + ['logging.default' => 'null', 'app.key' => str_repeat('k', 32), 'auth.guards.sanctum' => ['driver' => 'sanctum', 'provider' => null]] + $this->settings);
        });
        $this->app->make(Console::class)->bootstrap();
        DB::listen(function (QueryExecuted $query): void {
            $this->queries++;
        });
    }

    private function shutDown(): void
    {
        $this->app->flush();
        Facade::clearResolvedInstances();
        HandleExceptions::flushState($this);
    }

    /** @param \Closure(): mixed $do */
    protected function queries(\Closure $do): int
    {
        $before = $this->queries;
        $do();

        return $this->queries - $before;
    }

    /** @param array<mixed> $arguments */
    protected function artisan(string $command, array $arguments = [], int $status = 0): string
    {
        $console = $this->app->make(Console::class);
        $actual = $console->call($command, $arguments);
        $output = $console->output();
        self::assertSame($status, $actual, $output);

        return $output;
    }

    protected function respond(string $token): int
    {
        $this->app->make(AuthManager::class)->forgetGuards();
        $request = Request::create('/me', server: ['HTTP_AUTHORIZATION' => "Bearer {$token}", 'HTTP_ACCEPT' => 'application/json']);

        $response = $this->app->make(Kernel::class)->handle($request);
        self::assertContains($response->getStatusCode(), [200, 401], (string) $response->getContent());

        return $response->getStatusCode();
    }
}
