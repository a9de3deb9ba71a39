<?php

declare(strict_types=1);

/* A product page behind PSR-16 and PSR-6 caches: ids that nobody ever cached cost the cache server nothing. */

use Bloom\Toolkit\KnownKeysCache;
use Bloom\Toolkit\KnownKeysPool;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\Adapter\TraceableAdapter;
use Symfony\Component\Cache\Psr16Cache;

require __DIR__ . '/filter.php';

$server = new TraceableAdapter(new ArrayAdapter()); // yours: RedisAdapter
$filter = exampleFilter('example.cache', 100_000, 0.01, static fn() => null);

$cache = new KnownKeysCache(new Psr16Cache($server), $filter);
$cache->set('product.17', ['name' => 'Lamp'], 600);
$server->clearCalls();
for ($id = 1000; $id < 2000; $id++) {
    $cache->get("product.{$id}"); // somebody walks through the ids
}
echo 'PSR-16: 1000 unknown ids, calls to the server: ', count($server->getCalls()), "\n";
print_r($cache->get('product.17'));

$pool = new KnownKeysPool($server, $filter);
$item = $pool->getItem('price.17');
if (!$item->isHit()) {
    $pool->save($item->set(49)->expiresAfter(600));
}
$server->clearCalls();
foreach ($pool->getItems(['price.17', 'price.18', 'price.19']) as $key => $item) {
    echo $key, ': ', $item->isHit() ? json_encode($item->get()) : 'unknown', "\n";
}
echo 'PSR-6: 1 of 3 keys asked for, calls to the server: ', count($server->getCalls()), "\n";
