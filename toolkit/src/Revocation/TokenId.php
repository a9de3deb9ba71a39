<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Revocation;

/** What a verified token is known by. */
final readonly class TokenId
{
    public function __construct(
        #[\SensitiveParameter]
        public ?string $jti,
        public ?string $issuer = null,
    ) {}

    /**
     * From the claims of a token whose signature has been verified.
     *
     * @param array<mixed>|object $claims
     */
    public static function fromClaims(#[\SensitiveParameter] array|object $claims): self
    {
        $claims = (array) $claims;

        return new self(self::text($claims['jti'] ?? null), self::text($claims['iss'] ?? null));
    }

    private static function text(mixed $claim): ?string
    {
        return \is_string($claim) || \is_int($claim) ? (string) $claim : null;
    }
}
