<?php

declare(strict_types=1);

/* The application of the tests: one filter, asked and changed by requests such as /add?item. */

header('X-Worker: ' . getmypid());
$action = preg_replace('~^/(own|other)~', '', (string) parse_url((string) $_SERVER['REQUEST_URI'], PHP_URL_PATH));
$item = (string) $_SERVER['QUERY_STRING'];
if ($action === '/ping') {
    exit('pong');
}
if ($action === '/key') {
    exit((string) ini_get('bloom.hash_key'));
}

$loads = (string) getenv('LOADS'); // one line for each load that was begun
$loader = match ($action) {
    '/die' => static function (BloomFilter $filter) use ($loads): void {
        file_put_contents($loads, "died\n", FILE_APPEND | LOCK_EX);
        $filter->add('half');
        ini_set('memory_limit', '8M');
        str_repeat('x', 100_000_000);
    },
    '/exit' => static function (BloomFilter $filter) use ($loads): never {
        file_put_contents($loads, "exited\n", FILE_APPEND | LOCK_EX);
        exit('exited');
    },
    default => static function (BloomFilter $filter) use ($loads): void {
        file_put_contents($loads, "loaded\n", FILE_APPEND | LOCK_EX);
        usleep(200_000); // long enough for others to come by
        for ($i = 0; $i < 1000; $i++) {
            $filter->add("item+$i");
        }
    },
};

try {
    $filter = BloomFilter::shared('fpm', 100_000, 0.001, $loader);
    echo match ($action) {
        '/add' => $filter->add($item) ? 'new' : 'present',
        '/ask' => $filter->mightContain($item) ? 'maybe' : 'absent',
        '/ready' => $filter->isReady() ? 'ready' : 'not ready',
        '/generation' => (string) $filter->generation(),
        '/rebuild' => $filter->rebuild(static fn(BloomFilter $next) => $next->add('rebuilt')) ?? (string) $filter->generation(),
        default => 'done',
    };
} catch (Bloom\FilterException $exception) {
    http_response_code(500);
    echo $exception::class, ': ', $exception->getMessage();
}
