<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Revocation;

use Bloom\Toolkit\RevocationList;
use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\MiddlewareInterface;
use Psr\Http\Server\RequestHandlerInterface;

/**
 * PSR-15: answers 401 to requests with a revoked token. It belongs behind the middleware that verifies the token, and
 * takes from the request what that one has left there.
 */
final readonly class RevocationMiddleware implements MiddlewareInterface
{
    /**
     * @param \Closure(ServerRequestInterface): ?TokenId $tokenId of the verified token; null for a request without one,
     *                                                            which is passed on
     */
    public function __construct(
        private RevocationList $list,
        private ResponseFactoryInterface $responses,
        private \Closure $tokenId,
    ) {}

    public function process(ServerRequestInterface $request, RequestHandlerInterface $handler): ResponseInterface
    {
        $id = ($this->tokenId)($request);
        if ($id !== null && $this->list->isRevoked($id->jti, $id->issuer)) {
            return $this->responses->createResponse(401)
                ->withHeader('WWW-Authenticate', 'Bearer error="invalid_token", error_description="The token is revoked"');
        }

        return $handler->handle($request);
    }
}
