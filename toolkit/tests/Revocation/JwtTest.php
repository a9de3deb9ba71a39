<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Revocation;

use Bloom\Toolkit\Revocation\FirebaseDecoder;
use Bloom\Toolkit\Revocation\NotRevoked;
use Bloom\Toolkit\Revocation\RevocationMiddleware;
use Bloom\Toolkit\Revocation\TokenId;
use Bloom\Toolkit\Revocation\TokenRevokedException;
use Bloom\Toolkit\RevocationList;
use Bloom\Toolkit\Tests\Support\ArrayRevocationStore;
use Firebase\JWT\JWT;
use Firebase\JWT\Key;
use Firebase\JWT\SignatureInvalidException;
use Lcobucci\JWT\Encoding\JoseEncoder;
use Lcobucci\JWT\Signer\Hmac\Sha256;
use Lcobucci\JWT\Signer\Key\InMemory;
use Lcobucci\JWT\Token\Parser;
use Lcobucci\JWT\UnencryptedToken;
use Lcobucci\JWT\Validation\Constraint\SignedWith;
use Lcobucci\JWT\Validation\RequiredConstraintsViolated;
use Lcobucci\JWT\Validation\Validator;
use Nyholm\Psr7\Factory\Psr17Factory;
use Nyholm\Psr7\ServerRequest;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\RequestHandlerInterface;

/** Revocation with the real packages for tokens. */
final class JwtTest extends TestCase
{
    private const SECRET = 'a secret of sixty-four bytes, which is more than enough for HS256';

    private ArrayRevocationStore $store;
    private RevocationList $list;

    protected function setUp(): void
    {
        $this->store = new ArrayRevocationStore();
        $this->list = new RevocationList(new \BloomFilter(100, 0.001), $this->store);
        $this->list->revoke('revoked', new \DateTimeImmutable('+1 hour'));
    }

    /** @param array<string, mixed> $claims */
    #[DataProvider('claims')]
    public function testFirebaseTokensAreDecodedUnlessTheyAreRevoked(array $claims, bool $isRefused): void
    {
        $jwt = JWT::encode($claims + ['exp' => time() + 600, 'sub' => 'user'], self::SECRET, 'HS256');
        if ($isRefused) {
            $this->expectException(TokenRevokedException::class);
        }
        $decoded = (new FirebaseDecoder($this->list))->decode($jwt, new Key(self::SECRET, 'HS256'));

        self::assertSame('user', $decoded->sub);
    }

    /** @return array<string, array{array<string, mixed>, bool}> */
    public static function claims(): array
    {
        return [
            'another' => [['jti' => 'another'], false],
            'revoked' => [['jti' => 'revoked'], true],
            'a number' => [['jti' => 17], false],
            'no id' => [[], true],
            'empty id' => [['jti' => ''], true],
            'an id that is a list' => [['jti' => ['another']], true],
            'null' => [['jti' => null], true],
        ];
    }

    public function testANumberThatWasRevokedAsTextIsRefused(): void
    {
        $this->list->revoke('17', new \DateTimeImmutable('+1 hour'));
        $jwt = JWT::encode(['jti' => 17, 'exp' => time() + 600], self::SECRET, 'HS256');

        $this->expectException(TokenRevokedException::class);
        (new FirebaseDecoder($this->list))->decode($jwt, new Key(self::SECRET, 'HS256'));
    }

    public function testAForgedFirebaseTokenNeverReachesTheList(): void
    {
        $jwt = JWT::encode(['jti' => 'revoked'], strrev(self::SECRET), 'HS256');
        try {
            (new FirebaseDecoder($this->list))->decode($jwt, new Key(self::SECRET, 'HS256'));
            self::fail('A forged token was accepted');
        } catch (SignatureInvalidException) {
            self::assertSame(0, $this->store->questions);
        }
    }

    public function testTheLcobucciConstraintRefusesRevokedTokensAndThoseWithoutId(): void
    {
        $validator = new Validator();
        $validator->assert($this->issue('another'), new NotRevoked($this->list));
        foreach (['revoked', null] as $jti) {
            try {
                $validator->assert($this->issue($jti), new NotRevoked($this->list));
                self::fail('A token was accepted');
            } catch (RequiredConstraintsViolated $violations) {
                self::assertCount(1, $violations->violations());
                self::assertSame(NotRevoked::class, $violations->violations()[0]->constraint);
            }
        }
    }

    public function testInASecondCallAForgedLcobucciTokenNeverReachesTheList(): void
    {
        $forged = $this->issue('revoked', strrev(self::SECRET));
        $validator = new Validator();
        try {
            $validator->assert($forged, new SignedWith(new Sha256(), InMemory::plainText(self::SECRET)));
            $validator->assert($forged, new NotRevoked($this->list));
            self::fail('A forged token was accepted');
        } catch (RequiredConstraintsViolated) {
            self::assertSame(0, $this->store->questions);
        }
    }

    public function testTheMiddlewareAnswers401ToARevokedTokenAndPassesOthersOn(): void
    {
        self::assertSame(204, $this->respond(['jti' => 'another'])->getStatusCode());
        self::assertSame(204, $this->respond(null)->getStatusCode(), 'A request without token is not its business');
        foreach ([['jti' => 'revoked'], []] as $claims) {
            $response = $this->respond($claims);
            self::assertSame(401, $response->getStatusCode());
            self::assertStringStartsWith('Bearer error="invalid_token"', $response->getHeaderLine('WWW-Authenticate'));
        }
    }

    /** @param ?array<string, mixed> $claims what the middleware that authenticates has left in the request */
    private function respond(?array $claims): ResponseInterface
    {
        $factory = new Psr17Factory();
        $middleware = new RevocationMiddleware(
            $this->list,
            $factory,
            static function (ServerRequestInterface $request): ?TokenId {
                $claims = $request->getAttribute('claims');

                return \is_array($claims) ? TokenId::fromClaims($claims) : null;
            },
        );
        $handler = new class ($factory) implements RequestHandlerInterface {
            public function __construct(private readonly Psr17Factory $factory) {}

            public function handle(ServerRequestInterface $request): ResponseInterface
            {
                return $this->factory->createResponse(204);
            }
        };

        return $middleware->process((new ServerRequest('GET', '/'))->withAttribute('claims', $claims), $handler);
    }

    /** @param ?non-empty-string $jti */
    private function issue(?string $jti, string $secret = self::SECRET): UnencryptedToken
    {
        $claims = ['iss' => 'https://issuer.example'] + ($jti === null ? [] : ['jti' => $jti]);
        $jwt = JWT::encode($claims, $secret, 'HS256');
        \assert($jwt !== '');
        $token = (new Parser(new JoseEncoder()))->parse($jwt);
        self::assertInstanceOf(UnencryptedToken::class, $token);

        return $token;
    }
}
