<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

use Bloom\MembershipFilter;
use Bloom\Toolkit\KnownKeysCache;
use Bloom\Toolkit\Normalise;
use Bloom\Toolkit\ReadThrough;
use Bloom\Toolkit\Revocation\PdoRevocationStore;
use Bloom\Toolkit\Revocation\RedisRevocationStore;
use Bloom\Toolkit\Revocation\RevocationStore;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\UniqueGuard;
use Psr\SimpleCache\CacheInterface;
use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Psr16Cache;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

/**
 * A shop's pages, each one use of the toolkit: filters in shared memory, MariaDB as the source of truth, Redis as the cache and the
 * store of locks. The query string has what the page is about, and how a test wants it to go.
 *
 * Connections are made when they are used, so that a request that needs none shows as none at the server.
 */
final class Application
{
    /** Seconds. */
    public const LONGEST_TRANSACTION = 1;
    public const COLLATION = 'utf8mb4_general_ci';
    public const EXPECTED_ITEMS = 2_000;
    public const FALSE_POSITIVE_RATE = 0.01;

    private ?\PDO $database = null;
    private ?\Redis $redis = null;

    public function answer(): string
    {
        if ($this->parameter('arrive') !== '') {
            $this->leaveMark('arrived');
        }
        $path = $_SERVER['REQUEST_URI'] ?? null;
        $path = parse_url(\is_string($path) ? $path : '', PHP_URL_PATH);

        return match ($path) {
            '/ping' => 'pong',
            '/deploy' => $this->filter($this->parameter('filter'))->isReady() ? 'ready' : 'not ready',
            '/figures' => json_encode($this->filter($this->parameter('filter'))->info(), JSON_THROW_ON_ERROR),

            '/product' => $this->fetch() ?? 'absent',
            '/product/checked' => $this->fetchChecked(),
            '/product/write' => $this->write(),
            '/product/forget' => $this->forget(),
            '/product/rebuild' => $this->rebuild(),

            '/cache/get' => $this->text($this->knownKeys()->get($this->parameter('key'))) ?? 'a miss',
            '/cache/set' => $this->knownKeys()->set($this->parameter('key'), $this->parameter('value')) ? 'set' : 'not set',
            '/cache/rebuild' => $this->rebuildCache(),

            '/token/revoke' => $this->revoke(),
            '/token/check' => $this->revocations()->isRevoked($this->parameter('jti')) ? 'refused' : 'accepted',
            '/token/load' => $this->loadRevocations(),

            '/name/register' => $this->register(),
            '/name/check' => $this->names()->isTaken($this->parameter('name')) ? 'taken' : 'free',
            '/name/checked' => $this->isTakenChecked(),

            default => throw new \InvalidArgumentException('There is no such page'),
        };
    }

    private function fetch(): ?string
    {
        $sku = $this->parameter('sku');

        return $this->text($this->products()->fetch($sku, fn(): ?string => $this->select($sku), (int) $this->parameter('ttl', '600')));
    }

    /** Whether a row that another connection sees is found through the guard afterwards. */
    private function fetchChecked(): string
    {
        $isThere = $this->select($this->parameter('sku')) !== null;
        $isFound = $this->fetch() !== null;

        return $isThere && !$isFound ? 'HIDDEN' : ($isFound ? 'found' : 'absent');
    }

    private function write(): string
    {
        $this->products()->write($this->parameter('sku'), function (): void {
            $database = $this->database();
            $database->beginTransaction();
            $database->prepare('INSERT INTO products VALUES (?, ?)')->execute([$this->parameter('sku'), 'Written']);
            $this->pause('before_commit');
            $database->commit();
            if ($this->parameter('die') !== '') {
                posix_kill(posix_getpid(), 9); // SIGKILL, whose name comes with an extension that servers do without
            }
            $this->pause('after_commit');
        });

        return 'written';
    }

    private function forget(): string
    {
        $this->products()->forget($this->parameter('sku'));

        return 'forgotten';
    }

    private function rebuild(): string
    {
        $this->products()->load(function (): iterable {
            $skus = $this->column('SELECT sku FROM products');
            $this->pause('after_read');

            return $skus;
        });

        return 'rebuilt';
    }

    private function products(): ReadThrough
    {
        return new ReadThrough(
            $this->cache(),
            $this->filter($this->parameter('filter', 'products')),
            new LockFactory(new RedisStore($this->redis())),
            'product',
            self::LONGEST_TRANSACTION,
            Normalise::forCollation(self::COLLATION),
            staleSeconds: (int) $this->parameter('stale', '0'),
            earlyRefresh: (float) $this->parameter('early', '0'),
            waitSeconds: 30.0,
        );
    }

    private function knownKeys(): KnownKeysCache
    {
        return new KnownKeysCache($this->cache(), $this->filter('cache'));
    }

    private function rebuildCache(): string
    {
        $this->filter('cache')->rebuild($this->hold(...));

        return 'rebuilt';
    }

    private function revoke(): string
    {
        $this->revocations()->revoke($this->parameter('jti'), new \DateTimeImmutable('+1 hour'));

        return 'revoked';
    }

    private function loadRevocations(): string
    {
        $this->revocations()->load(self::LONGEST_TRANSACTION);

        return 'loaded';
    }

    private function revocations(): RevocationList
    {
        return new RevocationList($this->filter($this->parameter('filter', 'revoked')), $this->revocationStore());
    }

    private function revocationStore(): RevocationStore
    {
        if ($this->parameter('store') === 'redis') {
            return new RedisRevocationStore($this->redis());
        }

        return new PdoRevocationStore(fn(): \PDO => $this->database());
    }

    private function register(): string
    {
        try {
            $this->names()->register($this->parameter('name'), function (): void {
                $this->database()->prepare('INSERT INTO users VALUES (?)')->execute([$this->parameter('name')]);
                $this->pause('after_commit');
            });
        } catch (\PDOException $exception) {
            return $exception->getCode() === '23000' ? 'taken' : throw $exception;
        }

        return 'registered';
    }

    private function isTakenChecked(): string
    {
        $isThere = $this->existsInDatabase($this->parameter('name'));
        $isTaken = $this->names()->isTaken($this->parameter('name'));

        return $isThere && !$isTaken ? 'HIDDEN' : ($isTaken ? 'taken' : 'free');
    }

    private function names(): UniqueGuard
    {
        return new UniqueGuard($this->filter('names'), $this->existsInDatabase(...), Normalise::forCollation(self::COLLATION));
    }

    private function existsInDatabase(string $name): bool
    {
        $query = $this->database()->prepare('SELECT 1 FROM users WHERE name = ?');
        $query->execute([$name]);

        return $query->fetchColumn() !== false;
    }

    private function filter(string $name): MembershipFilter
    {
        $normalise = Normalise::forCollation(self::COLLATION);
        $products = ReadThrough::loader(fn(): iterable => $this->column('SELECT sku FROM products'), self::LONGEST_TRANSACTION, $normalise);
        [$class, $loader] = match ($name) {
            'products' => [\BloomFilter::class, $products],
            'counted' => ['Bloom\CountingFilter', $products],
            'cache' => [\BloomFilter::class, null],
            'revoked', 'revoked.slow' => [
                \BloomFilter::class,
                function (MembershipFilter $filter) use ($name): void {
                    if ($name === 'revoked.slow') {
                        $this->hold();
                    }
                    RevocationList::loader($this->revocationStore())($filter);
                },
            ],
            'names' => [\BloomFilter::class, UniqueGuard::loader(fn(): iterable => $this->column('SELECT name FROM users'), $normalise)],
            default => throw new \InvalidArgumentException('There is no such filter'),
        };
        $shared = [$class, 'shared'];
        \assert(\is_callable($shared));
        $filter = $shared("load.{$name}", self::EXPECTED_ITEMS, self::FALSE_POSITIVE_RATE, $loader);
        \assert($filter instanceof MembershipFilter);

        return $filter;
    }

    private function select(string $sku): ?string
    {
        $query = $this->database()->prepare('SELECT name FROM products WHERE sku = ?');
        $query->execute([$sku]);
        $name = $query->fetchColumn();
        if ($this->parameter('hold') !== '') {
            $this->hold();
        }

        return \is_string($name) ? $name : null;
    }

    /** @return list<string> */
    private function column(string $sql): array
    {
        $query = $this->database()->query($sql);
        \assert($query !== false);

        return array_values(array_filter($query->fetchAll(\PDO::FETCH_COLUMN), \is_string(...)));
    }

    private function database(): \PDO
    {
        return $this->database ??= new \PDO((string) getenv('DATABASE'));
    }

    private function cache(): CacheInterface
    {
        return new Psr16Cache(new RedisAdapter($this->redis()));
    }

    private function redis(): \Redis
    {
        if ($this->redis === null) {
            $redis = RedisAdapter::createConnection('redis://' . getenv('REDIS'), ['lazy' => true]);
            \assert($redis instanceof \Redis);
            $this->redis = $redis;
        }

        return $this->redis;
    }

    private function parameter(string $name, string $default = ''): string
    {
        return $this->text($_GET[$name] ?? null) ?? $default;
    }

    private function text(mixed $value): ?string
    {
        return \is_string($value) ? $value : null;
    }

    /** Milliseconds, if the request has them under this name. */
    private function pause(string $name): void
    {
        usleep(1000 * (int) $this->parameter($name, '0'));
    }

    /** Waits until the test says "go on". */
    private function hold(): void
    {
        $this->leaveMark('held');
        $mark = getenv('MARKS') . '/go on';
        for ($deadline = microtime(true) + 30; !is_file($mark) && microtime(true) < $deadline; usleep(2_000)) {
            clearstatcache();
        }
    }

    private function leaveMark(string $name): void
    {
        file_put_contents(getenv('MARKS') . "/{$name}", '.', FILE_APPEND | LOCK_EX);
    }
}
