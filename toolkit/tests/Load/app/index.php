<?php

declare(strict_types=1);

/* What php-fpm runs for every request of the load tests. */

use Bloom\Toolkit\Tests\Load\Application;

require getenv('TOOLKIT') . '/tests/bootstrap.php';

header('X-Worker: ' . getmypid());
try {
    $answer = (new Application())->answer();
} catch (Throwable $exception) {
    http_response_code(500);
    $answer = $exception::class . ': ' . $exception->getMessage();
}
header('Content-Length: ' . strlen($answer)); // so that the connection is kept
echo $answer;
