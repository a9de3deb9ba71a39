<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

final readonly class Answer
{
    public function __construct(public int $status, public string $body, public float $seconds) {}
}
