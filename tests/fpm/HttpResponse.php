<?php

declare(strict_types=1);

namespace Bloom\Tests\Fpm;

final class HttpResponse
{
    /** @param array<string, string> $headers by lower-case name */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }
}
