<?php

declare(strict_types=1);

/* One client: php client.php PORT PATH FIRST COUNT requests PATH followed by each number; prints how often each answer came. */

namespace Bloom\Tests\Fpm;

require __DIR__ . '/HttpClient.php';
require __DIR__ . '/HttpResponse.php';

[, $port, $path, $first, $count] = $argv;
$client = new HttpClient((int) $port);
$answers = [];
for ($i = (int) $first; $i < (int) $first + (int) $count; $i++) {
    $body = $client->request('GET', str_replace(' ', '+', $path) . $i)->body;
    $answers[$body] = ($answers[$body] ?? 0) + 1;
}
echo json_encode($answers, JSON_THROW_ON_ERROR);
