<?php

declare(strict_types=1);

/* From cron, every night: builds the filters anew, so that they forget what was deleted. 17 3 * * * www-data php nightly-rebuild.php */

use Bloom\FilterException;
use Bloom\Toolkit\Revocation\PdoRevocationStore;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\UniqueGuard;

require __DIR__ . '/filter.php';

$lock = fopen(sys_get_temp_dir() . '/nightly-rebuild.lock', 'c');
if ($lock === false || !flock($lock, LOCK_EX | LOCK_NB)) {
    fwrite(STDERR, "Yesterday's is still running\n");
    exit(1);
}

// A database in memory, so that the script runs; yours: new PDO('mysql:…'), and as in the application the rest
$database = new PDO('sqlite::memory:');
$database->exec('CREATE TABLE users (email TEXT NOT NULL COLLATE NOCASE UNIQUE)');
$database->exec("INSERT INTO users VALUES ('alice@example.org'), ('bob@example.org')");
$store = new PdoRevocationStore($database);
$store->createTable();
$emails = static function () use ($database): iterable {
    $query = $database->prepare('SELECT email FROM users');
    $query->execute();
    yield from $query->fetchAll(PDO::FETCH_COLUMN);
};
$revoked = exampleFilter('nightly.revoked', 100_000, 1e-4, RevocationList::loader($store));
$taken = exampleFilter('nightly.emails', 100_000, 0.01, UniqueGuard::loader($emails));
$list = new RevocationList($revoked, $store);
$guard = new UniqueGuard($taken, static fn(string $email): bool => true);
$list->revoke('an old token', new DateTimeImmutable('-1 hour'));
$list->revoke('a token', new DateTimeImmutable('+1 hour'));
$database->exec("DELETE FROM users WHERE email = 'bob@example.org'");

$longestTransactionSeconds = 0; // nobody else can write to a database in memory; yours: 10 or so
$jobs = [
    'revoked tokens' => [$revoked, static function () use ($list, $longestTransactionSeconds): void {
        $list->deleteExpired();
        $list->load($longestTransactionSeconds);
    }],
    'e-mail addresses' => [$taken, static fn() => $guard->load($emails, $longestTransactionSeconds)],
];
$failures = 0;
foreach ($jobs as $name => [$filter, $build]) {
    try {
        $before = $filter->count();
        $build();
        echo "{$name}: {$before} before, {$filter->count()} now\n";
    } catch (FilterException|PDOException $exception) { // the old filter goes on: nothing is lost, nothing is forgotten
        fwrite(STDERR, "{$name}: {$exception->getMessage()}\n");
        $failures++;
    }
}
exit($failures === 0 ? 0 : 1); // and cron sends a mail
