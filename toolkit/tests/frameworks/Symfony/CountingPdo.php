<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Symfony;

/** SQLite that counts the statements it is given. */
final class CountingPdo extends \PDO
{
    public int $statements = 0;

    public function __construct(string $path)
    {
        parent::__construct("sqlite:{$path}");
    }

    /** @param array<mixed> $options */
    public function prepare(string $query, array $options = []): \PDOStatement|false
    {
        $this->statements++;

        return parent::prepare($query, $options);
    }

    public function query(string $query, ?int $fetchMode = null, mixed ...$fetchModeArgs): \PDOStatement|false
    {
        $this->statements++;

        return parent::query($query, $fetchMode, ...$fetchModeArgs);
    }
}
