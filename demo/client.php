<?php

declare(strict_types=1);

/*
 * One client of the load generator: php client.php PORT SEED REQUESTS
 *
 * Sends valid and revoked tokens in random order, checks every answer, prints what it counted as JSON.
 */

namespace Bloom\Demo;

use Bloom\Tests\Fpm\HttpClient;

require __DIR__ . '/tokens.php';
require __DIR__ . '/../tests/fpm/HttpClient.php';
require __DIR__ . '/../tests/fpm/HttpResponse.php';

[, $port, $seed, $requests] = array_map(intval(...), $argv);
mt_srand($seed);
$client = new HttpClient($port);
$count = ['valid' => 0, 'revoked' => 0, 'let_in' => 0, 'shut_out' => 0, 'false_positives' => 0, 'confirmed' => 0, 'errors' => 0];
$workers = [];
for ($i = 0; $i < $requests; $i++) {
    $isRevoked = mt_rand(1, 100) <= 5;
    $id = $isRevoked ? token_id('revoked', mt_rand(0, REVOKED - 1)) : token_id("valid $seed", $i);
    $response = $client->request('GET', '/', ['Authorization' => 'Bearer ' . token($id)]);
    $workers[$response->headers['x-worker'] ?? ''] = true;
    $askedDatabase = isset($response->headers['x-asked-database']);
    $count[$isRevoked ? 'revoked' : 'valid']++;
    if ($isRevoked) {
        $count['let_in'] += $response->status === 200 ? 1 : 0;
        $count['confirmed'] += $askedDatabase ? 1 : 0;
    } else {
        $count['shut_out'] += $response->status === 401 ? 1 : 0;
        $count['false_positives'] += $askedDatabase ? 1 : 0;
    }
    $count['errors'] += in_array($response->status, [200, 401], true) ? 0 : 1;
}
echo json_encode($count + ['workers' => array_keys($workers)], JSON_THROW_ON_ERROR);
