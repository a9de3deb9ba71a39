<?php

declare(strict_types=1);

/*
 * One process of RecoveryTest. Arguments: what to do, a directory, the class of the filter.
 *
 * Users are "user N@example.org"; "nobody N@example.org" registers never.
 */

use Bloom\MembershipFilter;
use Bloom\Toolkit\Health\Policy;
use Bloom\Toolkit\Health\Rebuilder;
use Bloom\Toolkit\Health\RebuildRequest;
use Bloom\Toolkit\Health\Watched;
use Bloom\Toolkit\Tests\Health\workers\FileClock;
use Bloom\Toolkit\UniqueGuard;

require __DIR__ . '/../../bootstrap.php';

[, $task, $directory, $class] = $argv;
$database = new PDO("sqlite:{$directory}/database");
$database->exec('PRAGMA busy_timeout = 30000; PRAGMA synchronous = OFF');
$queries = 0;
$exists = static function (string $email) use ($database, &$queries): bool {
    $queries++;
    $query = $database->prepare('SELECT 1 FROM users WHERE email = ?');
    $query->execute([$email]);

    return $query->fetchColumn() !== false;
};
$count = static function () use (&$queries): int {
    return $queries;
};
$emails = static function () use ($database): array {
    $query = $database->prepare('SELECT email FROM users');
    $query->execute();

    return array_filter($query->fetchAll(PDO::FETCH_COLUMN), is_string(...));
};
$shared = [$class, 'shared'];
assert(is_callable($shared));
$filter = $shared('emails', 1000, 0.01, UniqueGuard::loader($emails));
assert($filter instanceof MembershipFilter);
// As each request of FPM makes it.
$watched = static fn(): Watched => Watched::of(
    $filter,
    'emails',
    "{$directory}/health",
    static function (RebuildRequest $request) use ($directory): void {
        file_put_contents("{$directory}/queue", $request->cause->value . "\n", FILE_APPEND);
    },
    new Policy(coolDownSeconds: 60),
    clock: new FileClock("{$directory}/now"),
);
$register = static function (UniqueGuard $guard, string $email) use ($database): void {
    $guard->register($email, static fn(): bool => $database->prepare('INSERT INTO users VALUES (?)')->execute([$email]));
};

switch ($task) {
    case 'read': // instructed each time: how many users there are; then asks for all of them and 1000 others
        echo "started\n";
        while (($users = fgets(STDIN)) !== false) {
            $health = $watched();
            $guard = new UniqueGuard($health, $exists);
            $hidden = 0;
            for ($i = 0; $i < (int) $users; $i++) {
                $hidden += (int) !$guard->isTaken("user {$i}@example.org");
            }
            $false = 0;
            $before = $count();
            for ($i = 0; $i < 1000; $i++) {
                $false += (int) $guard->isTaken("nobody {$i}@example.org");
            }
            usleep(120_000); // who finds another process at the judgement looks again in 100 ms
            echo json_encode([
                'hidden' => $hidden,
                'false' => $false,
                'queries' => match (true) {
                    $count() - $before === 1000 => 'all',
                    $count() - $before > 900 => 'most',
                    $count() - $before < 30 => 'few',
                    default => $count() - $before,
                },
                'bypassed' => $health->isBypassed(),
            ]), "\n";
        }
        break;
    case 'register': // instructed each time: from which user to which
        echo "started\n";
        while (($range = fgets(STDIN)) !== false) {
            [$from, $to] = array_map(intval(...), explode(' ', $range));
            $guard = new UniqueGuard($watched(), $exists);
            for ($i = $from; $i < $to; $i++) {
                $register($guard, "user {$i}@example.org");
            }
            echo "registered\n";
        }
        break;
    case 'rush': // registers some, and asks for what it has registered, until it is stopped
        echo "started\n";
        $hidden = $i = 0;
        while (!is_file("{$directory}/stop")) {
            $guard = new UniqueGuard($watched(), $exists);
            for ($request = 0; $request < 20; $request++) {
                if ($i < 3000) {
                    $register($guard, 'rush ' . $i++);
                }
                foreach ([$i - 1, random_int(0, $i - 1)] as $known) {
                    $hidden += (int) !$guard->isTaken("rush {$known}");
                }
            }
        }
        $guard = new UniqueGuard($filter, $exists);
        for ($known = 0; $known < $i; $known++) {
            $hidden += (int) !$guard->isTaken("rush {$known}");
        }
        echo $i > 0 && $hidden === 0 ? "nothing hidden\n" : "{$hidden} of {$i} hidden\n";
        break;
    case 'rebuild':
        $loader = UniqueGuard::loader($emails);
        $isDone = (new Rebuilder())->rebuild($filter, static function (MembershipFilter $next) use ($loader): void {
            echo "announced\n";
            fgets(STDIN);
            $loader($next);
            echo "loaded\n";
            fgets(STDIN);
        }, 0);
        echo $isDone ? "rebuilt\n" : "another is at it\n";
        break;
    case 'partial rebuild':
        try {
            (new Rebuilder())->rebuild($filter, static fn(MembershipFilter $next): int => $next->addMany(['user 0@example.org']), 0);
        } catch (Bloom\Toolkit\Health\RebuildRejectedException) {
            echo "rejected\n";
        }
        break;
    case 'info':
        $info = $filter->info();
        assert(is_int($info['expected_items']));
        echo json_encode([$info['generation'], $info['expected_items'] > 20_000 && $info['expected_items'] < 50_000, $info['saturated']]), "\n";
        break;
}
