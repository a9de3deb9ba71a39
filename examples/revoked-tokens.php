<?php

declare(strict_types=1);

/* Revoked tokens: log out, and be refused from the next request on. PSR-15, firebase/php-jwt, SQLite. */

use Bloom\Toolkit\Revocation\PdoRevocationStore;
use Bloom\Toolkit\Revocation\RevocationMiddleware;
use Bloom\Toolkit\Revocation\TokenId;
use Bloom\Toolkit\RevocationList;
use Firebase\JWT\JWT;
use Firebase\JWT\Key;
use Nyholm\Psr7\Factory\Psr17Factory;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\RequestHandlerInterface;

require __DIR__ . '/filter.php';

$store = new PdoRevocationStore(new PDO('sqlite::memory:'));
$store->createTable();
$list = new RevocationList(exampleFilter('example.revoked', 100_000, 1e-4, RevocationList::loader($store)), $store);

// Behind the middleware that verifies the token, which here is the function request().
$responses = new Psr17Factory();
$middleware = new RevocationMiddleware(
    $list,
    $responses,
    static function (ServerRequestInterface $request): ?TokenId {
        $claims = $request->getAttribute('claims');

        return is_object($claims) ? TokenId::fromClaims($claims) : null;
    },
);
$application = new class ($responses) implements RequestHandlerInterface {
    public function __construct(private readonly Psr17Factory $responses) {}

    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        return $this->responses->createResponse(200);
    }
};

$secret = bin2hex(random_bytes(32));
$request = static fn(string $jwt): ServerRequestInterface => $responses
    ->createServerRequest('GET', '/account')
    ->withAttribute('claims', JWT::decode($jwt, new Key($secret, 'HS256')));

$jti = bin2hex(random_bytes(16));
$expiry = new DateTimeImmutable('+15 minutes');
$jwt = JWT::encode(['jti' => $jti, 'sub' => '42', 'exp' => $expiry->getTimestamp()], $secret, 'HS256');

echo 'Logged in:  ', $middleware->process($request($jwt), $application)->getStatusCode(), "\n";
$list->revoke($jti, $expiry);
echo 'Logged out: ', $middleware->process($request($jwt), $application)->getStatusCode(), "\n";

// From cron, every hour or so:
$list->deleteExpired();
$list->load(longestTransactionSeconds: 0);
echo 'Rebuilt:    ', $middleware->process($request($jwt), $application)->getStatusCode(), "\n";
