<?php

declare(strict_types=1);

/* A shop with the module, in a process with the extension. Arguments: the database. Prints what happens, which ShopTest compares. */

use Bloom\Magento\Cache\KnownIds;
use Bloom\Magento\Console\BuildCommand;
use Bloom\Magento\Console\InspectCommand;
use Bloom\Magento\Cron\Rebuild;
use Bloom\Magento\Observer\LearnSavedKey;
use Bloom\Magento\Plugin\LearnImportedSkus;
use Bloom\Magento\Plugin\LearnPaths;
use Bloom\Magento\Plugin\ShieldEmails;
use Bloom\Magento\Plugin\ShieldProducts;
use Bloom\Magento\Plugin\ShieldUrlFinder;
use Bloom\Toolkit\Tests\Magento\Wiring;
use Magento\Catalog\Api\Data\ProductInterface;
use Magento\Catalog\Api\ProductRepositoryInterface;
use Magento\Catalog\Model\Product;
use Magento\Customer\Api\AccountManagementInterface;
use Magento\Customer\Model\Customer;
use Magento\Framework\App\ResourceConnection;
use Magento\Framework\Cache\FrontendInterface;
use Magento\Framework\Cache\MultiLoadInterface;
use Magento\Framework\Event\Observer;
use Magento\Framework\Exception\NoSuchEntityException;
use Magento\UrlRewrite\Model\UrlFinderInterface;
use Magento\UrlRewrite\Model\UrlPersistInterface;
use Magento\UrlRewrite\Service\V1\Data\UrlRewrite;
use Psr\Log\NullLogger;
use Symfony\Component\Console\Tester\CommandTester;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../doubles.php';

$database = new PDO($argv[1]);
foreach (['catalog_product_entity' => 'sku', 'url_rewrite' => 'request_path', 'customer_entity' => 'email'] as $table => $column) {
    $database->exec("DROP TABLE IF EXISTS shop_{$table}");
    $database->exec("CREATE TABLE shop_{$table} ({$column} VARCHAR(255)) COLLATE utf8mb4_general_ci");
}
$wiring = new Wiring(__DIR__ . '/../../../magento/etc/di.xml', [
    ResourceConnection::class => new ResourceConnection($database),
    \Psr\Log\LoggerInterface::class => new NullLogger(),
]);
foreach (['Skus', 'Paths', 'Emails'] as $name) {
    $wiring->replaceArgument("Bloom\\Magento\\{$name}", 'longestTransactionSeconds', 0);
}
$say = static function (string $what, mixed $value): void {
    echo $what, ': ', json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES), "\n";
};
$queries = 0;
$isThere = static function (string $table, string $column, string $value) use ($database, &$queries): bool {
    $queries++;
    $query = $database->prepare("SELECT 1 FROM shop_{$table} WHERE {$column} = ?");
    $query->execute([$value]);

    return $query->fetchColumn() !== false;
};
$insert = static function (string $table, string $value) use ($database): void {
    $database->prepare("INSERT INTO shop_{$table} VALUES (?)")->execute([$value]);
};

$finder = new class implements UrlFinderInterface {
    public function findOneByData(array $data)
    {
        return null;
    }
};
$shieldUrls = $wiring->get(ShieldUrlFinder::class);
assert($shieldUrls instanceof ShieldUrlFinder);
$url = static fn(mixed $path): bool => $shieldUrls->aroundFindOneByData($finder, static function (array $data) use ($isThere): ?UrlRewrite {
    $path = $data['request_path'] ?? null;
    $path = is_string($path) ? rtrim(urldecode($path), '/') : '';
    foreach ([$path, "{$path}/", (string) preg_replace('~.*/~', '', $path)] as $candidate) {
        if ($isThere('url_rewrite', 'request_path', $candidate)) {
            return new UrlRewrite($candidate);
        }
    }

    return null;
}, ['request_path' => $path, 'store_id' => 1]) !== null;

$repository = new class implements ProductRepositoryInterface {
    public function get($sku, $editMode = false, $storeId = null, $forceReload = false)
    {
        return new Product();
    }
};
$shieldProducts = $wiring->get(ShieldProducts::class);
assert($shieldProducts instanceof ShieldProducts);
$product = static function (string $sku) use ($shieldProducts, $repository, $isThere): string {
    try {
        $shieldProducts->aroundGet($repository, static function (string $sku) use ($isThere): ProductInterface {
            return $isThere('catalog_product_entity', 'sku', $sku) ? new Product() : throw NoSuchEntityException::singleField('sku', $sku);
        }, $sku);

        return 'found';
    } catch (NoSuchEntityException $exception) {
        return $exception->getMessage();
    }
};

$accounts = new class implements AccountManagementInterface {
    public function isEmailAvailable($customerEmail, $websiteId = null)
    {
        return true;
    }
};
$shieldEmails = $wiring->get(ShieldEmails::class);
assert($shieldEmails instanceof ShieldEmails);
$isAvailable = static fn(string $email): bool => $shieldEmails->aroundIsEmailAvailable(
    $accounts,
    static fn(string $email): bool => !$isThere('customer_entity', 'email', $email),
    $email,
    1,
);
/** @return array{int, string} status and output */
$console = static function (string $class, array $input = []) use ($wiring): array {
    $command = $wiring->get($class);
    assert($command instanceof \Symfony\Component\Console\Command\Command);
    $tester = new CommandTester($command);
    $status = $tester->execute($input);

    return [$status, $tester->getDisplay()];
};

// Without filters everything is asked.
$say('inspect without filters', $console(InspectCommand::class));
$say('queries before the build', [$product('nothing'), $url('no/page'), $isAvailable('nobody@example.org'), $queries]);

$insert('catalog_product_entity', 'Lämp-17');
$insert('url_rewrite', 'lamps/lamp-17.html');
$insert('url_rewrite', 'chair.html');
$insert('url_rewrite', 'größe/');
$insert('customer_entity', 'Alice@Example.org');
$say('build', $console(BuildCommand::class));
$say('build of what is not there', $console(BuildCommand::class, ['filter' => ['nothing']]));

$queries = 0;
$say('absent', [$product('nothing'), $url('no/page'), $url('/'), $isAvailable('nobody@example.org')]);
$say('queries for what is absent', $queries);
$say('present', [$product('lamp-17 '), $product('LÄMP-17'), $isAvailable('alice@example.ORG')]);
$say('paths', array_map($url, ['lamps/lamp-17.html', 'Lamps/Lamp-17.html', 'seats/chair.html', 'gr%C3%B6%C3%9Fe', 'größe/', 'lamps/none.html']));
$queries = 0;
$url(['a', 'b']);
$say('queries about several paths at once', $queries);

// What is saved is found, from its transaction on.
$observer = $wiring->get(LearnSavedKey::class);
assert($observer instanceof LearnSavedKey);
foreach ([['catalog_product_entity', new Product(['sku' => 'C-4']), 'C-4'], ['customer_entity', new Customer(['email' => 'bob@example.org']), 'bob@example.org']] as [$table, $model, $value]) {
    $database->beginTransaction();
    $insert($table, $value);
    $observer->execute(new Observer($model));
    $database->commit();
}
$say('saved', [$product('c-4'), $isAvailable('Bob@example.org')]);

$learnPaths = $wiring->get(LearnPaths::class);
assert($learnPaths instanceof LearnPaths);
$persist = new class implements UrlPersistInterface {
    public function replace(array $urls)
    {
        return $urls;
    }
};
$isKnown = null;
$learnPaths->aroundReplace($persist, static function () use ($insert, $url, &$isKnown): void {
    $insert('url_rewrite', 'new.html');
    $isKnown = $url('new.html');
}, [new UrlRewrite('new.html')]);
$say('a path is known as soon as it is written', $isKnown);

$learnSkus = $wiring->get(LearnImportedSkus::class);
assert($learnSkus instanceof LearnImportedSkus);
$learnSkus->aroundSaveProductEntity(new \Magento\CatalogImportExport\Model\Import\Product(), static function () use ($insert, $product, &$isKnown): void {
    $insert('catalog_product_entity', 'I-9');
    $isKnown = $product('i-9');
}, [['sku' => 'I-9', 'type_id' => 'simple']], []);
$say('a SKU is known as soon as it is imported', $isKnown);

// The nightly build forgets.
$database->exec("DELETE FROM shop_customer_entity WHERE email = 'bob@example.org'");
$queries = 0;
$say('deleted', [$isAvailable('bob@example.org'), $queries]);
$cron = $wiring->get(Rebuild::class);
assert($cron instanceof Rebuild);
$cron->execute();
$queries = 0;
$say('deleted and forgotten', [$isAvailable('bob@example.org'), $queries, $product('C-4'), $url('new.html')]);
[$status, $json] = $console(InspectCommand::class);
/** @var array<string, array<string, mixed>> $filters */
$filters = json_decode($json, true, 512, JSON_THROW_ON_ERROR);
$say('inspect', [$status, array_map(static fn(array $info): mixed => $info['ready'], $filters)]);

// The cache.
$storage = new class implements FrontendInterface, MultiLoadInterface {
    /** @var array<string, string> */
    public array $values = [];
    /** @var list<string> */
    public array $calls = [];

    public function test($identifier)
    {
        $this->calls[] = "test {$identifier}";

        return isset($this->values[strtoupper($identifier)]) ? 1 : false;
    }

    public function load($identifier)
    {
        $this->calls[] = "load {$identifier}";

        return $this->values[strtoupper($identifier)] ?? false;
    }

    public function save($data, $identifier, array $tags = [], $lifeTime = null)
    {
        $this->values[strtoupper($identifier)] = $data;

        return true;
    }

    public function remove($identifier)
    {
        $this->calls[] = "remove {$identifier}";
        unset($this->values[strtoupper($identifier)]);

        return true;
    }

    public function clean($mode = 'all', array $tags = [])
    {
        $this->calls[] = "clean {$mode}";

        return true;
    }

    public function loadMultiple(array $identifiers): array
    {
        $this->calls[] = 'loadMultiple ' . implode(' ', $identifiers);

        return array_filter(array_combine($identifiers, array_map(fn(string $id): string|false => $this->values[strtoupper($id)] ?? false, $identifiers)), is_string(...));
    }
};
$cache = new KnownIds($storage);
$say('unknown ids', [$cache->load('config.x'), $cache->test('config.x'), $cache->loadMultiple(['a', 'b']), $storage->calls]);
$cache->save('1', 'config.x', ['CONFIG'], 60);
$say('known ids', [$cache->load('CONFIG.X'), $cache->test('config_x'), $cache->loadMultiple(['a', 'config.x', 'b']), $cache->remove('other'), $cache->clean('old')]);
$say('calls', $storage->calls);
$other = new KnownIds($storage);
$say('another process', $other->load('config.x'));
