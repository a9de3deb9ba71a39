<?php

declare(strict_types=1);

/* A process whose PHP lacks the extension: says what its guards do. */

use Bloom\Toolkit\Framework\FilterDefinition;
use Bloom\Toolkit\Framework\Filters;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\Symfony\KnownKeysAdapter;
use Bloom\Toolkit\Tests\Support\ArrayRevocationStore;
use Bloom\Toolkit\UniqueGuard;
use Symfony\Component\Cache\Adapter\ArrayAdapter;

require __DIR__ . '/../../vendor/autoload.php';
spl_autoload_register(static function (string $class): void {
    $path = __DIR__ . '/../../../../polyfill/' . strtr($class, '\\', '/') . '.php';
    if (is_file($path)) {
        require $path;
    }
});

foreach (FilterDefinition::KINDS as $kind) {
    $filter = (new Filters([new FilterDefinition('test', 100, kind: $kind, items: static fn(): array => ['a'])]))->get('test');
    $guard = new UniqueGuard($filter, static fn(string $value): bool => $value === 'taken', strval(...));
    $answers = [$guard->isTaken('taken'), $guard->isTaken('free')];
    try {
        $guard->register('b', static fn(): bool => true);
        $answers[] = true;
    } catch (\Bloom\StorageException) {
        $answers[] = false;
    }
    $store = new ArrayRevocationStore();
    $list = new RevocationList($filter, $store, longestLifetimeSeconds: 3600);
    try {
        $list->revoke('a', new DateTimeImmutable('+1 hour'));
        $answers[] = true;
    } catch (\Bloom\StorageException) {
        $answers[] = false;
    }
    array_push($answers, $list->isRevoked('a'), $list->isRevoked('b'));
    $cache = new KnownKeysAdapter($inner = new ArrayAdapter(), $filter);
    $inner->save($inner->getItem('a')->set(1));
    array_push($answers, $cache->hasItem('a'), $cache->save($cache->getItem('b')), $filter->info()['ready']);
    echo $kind, ' ', json_encode($answers), "\n";
}
