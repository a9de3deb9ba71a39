<?php

declare(strict_types=1);

/* One process of ProcessesTest. Arguments: what to do, a directory, the database, the class of the filter, seconds for the loader to wait. */

use Bloom\MembershipFilter;
use Bloom\Toolkit\ReadThrough;
use Bloom\Toolkit\Tests\ReadThrough\workers\TellingStore;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Psr16Cache;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

require __DIR__ . '/../../bootstrap.php';

[, $task, $directory, $dsn, $class, $longestTransactionSeconds] = $argv;
$say = static function (string $where): void {
    echo $where, "\n";
    fgets(STDIN);
};
$database = new PDO($dsn);
$keys = static function () use ($database): array {
    $query = $database->prepare('SELECT sku FROM products');
    $query->execute();

    return array_filter($query->fetchAll(PDO::FETCH_COLUMN), is_string(...));
};
$shared = [$class, 'shared'];
assert(is_callable($shared));
$filter = $shared('products', 1000, 0.01, ReadThrough::loader($keys, 0));
assert($filter instanceof MembershipFilter);
$guard = new ReadThrough(
    new Psr16Cache(new FilesystemAdapter(directory: "{$directory}/cache")),
    $filter,
    new LockFactory(new TellingStore(new FlockStore($directory))),
    'product',
    longestTransactionSeconds: 60,
    waitSeconds: 60.0,
);

switch ($task) {
    case 'read':
        $say('started');
        $name = $guard->fetch('lamp', static function () use ($database, $say): mixed {
            $say('loading');
            $query = $database->prepare("SELECT name FROM products WHERE sku = 'lamp'");
            $query->execute();
            $name = $query->fetchColumn();

            return $name === false ? null : $name;
        }, 600);
        echo json_encode($name), "\n";
        break;
    case 'write':
        $guard->write('lamp', static function () use ($database, $say): void {
            $database->beginTransaction();
            $database->exec("INSERT INTO products VALUES ('lamp', 'Lamp')");
            $say('inserted');
            $database->commit();
            $say('committed');
        });
        echo "written\n";
        break;
    case 'rebuild':
        $filter->rebuild(static function (MembershipFilter $next) use ($keys, $longestTransactionSeconds, $say): void {
            echo "announced\n";
            ReadThrough::loader($keys, (int) $longestTransactionSeconds)($next);
            $say('loaded');
        });
        echo "rebuilt\n";
        break;
    case 'count':
        $countOf = [$filter, 'countOf'];
        assert(is_callable($countOf));
        echo json_encode($countOf('lamp')), "\n";
        break;
    case 'add':
        echo json_encode($filter->add('lamp')), "\n";
        break;
    case 'delete together':
        $guard->delete('lamp', static function () use ($database, $say): int {
            $say('begun');
            $database->beginTransaction();
            $affected = (int) $database->exec("DELETE FROM products WHERE sku = 'lamp'");
            $say("deleted {$affected}");
            $database->commit();

            return $affected;
        });
        echo "done\n";
        break;
    case 'delete':
        $guard->delete('lamp', static fn(): int => (int) $database->exec("DELETE FROM products WHERE sku = 'lamp'"));
        echo json_encode($filter->mightContain('lamp')), "\n";
        break;
}
