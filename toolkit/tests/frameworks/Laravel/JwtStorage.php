<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Laravel;

use PHPOpenSourceSaver\JWTAuth\Contracts\Providers\Storage as SaverStorage;
use Tymon\JWTAuth\Contracts\Providers\Storage;

/** The storage of either package; it can lose what it has, and be down. */
final class JwtStorage implements Storage, SaverStorage
{
    /** @var array<string, mixed> */
    public array $values = [];
    /** @var list<string> */
    public array $asked = [];
    public bool $isDown = false;
    public int|float|null $minutes = null;

    public function add($key, $value, $minutes): void
    {
        $this->values[$key] = $value;
        $this->minutes = $minutes;
    }

    public function forever($key, $value): void
    {
        $this->values[$key] = $value;
    }

    public function get($key): mixed
    {
        if ($this->isDown) {
            throw new \RuntimeException('The storage is down');
        }
        $this->asked[] = $key;

        return $this->values[$key] ?? null;
    }

    public function destroy($key): bool
    {
        $isThere = isset($this->values[$key]);
        unset($this->values[$key]);

        return $isThere;
    }

    public function flush(): void
    {
        $this->values = [];
    }
}
