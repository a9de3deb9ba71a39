<?php

declare(strict_types=1);

/* A product page: SKUs that do not exist cost neither the cache nor the database a query; those that do, one in ten minutes. */

use Bloom\Toolkit\ReadThrough;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\Psr16Cache;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\InMemoryStore;

require __DIR__ . '/filter.php';

$database = new PDO('sqlite::memory:');
$database->exec('CREATE TABLE products (sku TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL)');
$database->exec("INSERT INTO products VALUES ('L-17', 'Lamp')");

$skus = static function () use ($database): array {
    $query = $database->prepare('SELECT sku FROM products');
    $query->execute();

    return array_filter($query->fetchAll(PDO::FETCH_COLUMN), is_string(...));
};
$longestTransactionSeconds = 0; // nobody else can write to a database in memory; yours: 10 or so
$guard = new ReadThrough(
    new Psr16Cache(new ArrayAdapter()), // yours: RedisAdapter
    exampleFilter('example.products', 100_000, 0.01, ReadThrough::loader($skus, $longestTransactionSeconds)),
    new LockFactory(new InMemoryStore()), // yours: RedisStore
    'product',
    $longestTransactionSeconds,
    staleSeconds: 3600,
);

$queries = 0;
$page = static function (string $sku) use ($guard, $database, &$queries): string {
    $name = $guard->fetch($sku, static function () use ($database, $sku, &$queries): ?string {
        $queries++;
        $query = $database->prepare('SELECT name FROM products WHERE sku = ?');
        $query->execute([$sku]);
        $name = $query->fetchColumn();

        return is_string($name) ? $name : null;
    }, ttl: 600);

    return $name ?? 'not found';
};

for ($i = 0; $i < 1000; $i++) {
    $page("L-17' OR {$i}"); // somebody tries what there is
}
echo "1000 SKUs that do not exist: {$queries} queries\n";

$queries = 0;
for ($i = 1; $i < 1000; $i++) {
    $page('L-17');
}
echo $page('L-17'), " 1000 times: {$queries} query\n";

$guard->write('C-4', static function () use ($database): void {
    $database->exec("INSERT INTO products VALUES ('C-4', 'Chair')");
});
echo 'C-4: ', $page('C-4'), "\n";

$database->exec("UPDATE products SET name = 'Armchair' WHERE sku = 'C-4'");
$guard->forget('C-4');
echo 'C-4: ', $page('C-4'), "\n";

$guard->delete('C-4', static fn(): int => (int) $database->exec("DELETE FROM products WHERE sku = 'C-4'"));
echo 'C-4: ', $page('C-4'), "\n";

// From cron, every night or so:
$guard->load($skus);
echo 'L-17: ', $page('L-17'), "\n";
