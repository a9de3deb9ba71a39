<?php

declare(strict_types=1);

/* Registration: whether an address is free, mostly without a query. The unique index has the last word. */

use Bloom\Toolkit\UniqueGuard;

require __DIR__ . '/filter.php';

$database = new PDO('sqlite::memory:');
$database->exec('CREATE TABLE users (email TEXT NOT NULL COLLATE NOCASE UNIQUE)');
$database->exec("INSERT INTO users VALUES ('alice@example.org')");

$emails = static function () use ($database): iterable {
    $query = $database->prepare('SELECT email FROM users');
    $query->execute();
    yield from $query->fetchAll(PDO::FETCH_COLUMN);
};
$queries = 0;
$exists = static function (string $email) use ($database, &$queries): bool {
    $queries++;
    $query = $database->prepare('SELECT 1 FROM users WHERE email = ?');
    $query->execute([$email]);

    return $query->fetchColumn() !== false;
};
$guard = new UniqueGuard(exampleFilter('example.emails', 100_000, 0.01, UniqueGuard::loader($emails)), $exists);

foreach (['Alice@Example.org', 'bob@example.org', 'BOB@example.org'] as $email) {
    if ($guard->isTaken($email)) {
        echo "{$email} is taken\n";
        continue;
    }
    try {
        $guard->register($email, static function () use ($database, $email): void {
            $database->prepare('INSERT INTO users VALUES (?)')->execute([$email]);
        });
        echo "{$email} is registered\n";
    } catch (PDOException $exception) {
        if ($exception->getCode() !== '23000') {
            throw $exception;
        }
        echo "{$email} was taken by someone else just now\n";
    }
}
echo "Queries for 3 addresses: {$queries}\n";
