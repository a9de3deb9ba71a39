<?php

declare(strict_types=1);

namespace Bloom\Magento\Model;

use Magento\Framework\App\ResourceConnection;

/** A column of the database whose values a filter knows. */
class Column
{
    public function __construct(
        private readonly ResourceConnection $resource,
        private readonly string $table,
        private readonly string $column,
    ) {}

    /** @return \Generator<int, string> */
    public function values(): \Generator
    {
        $connection = $this->resource->getConnection();
        $statement = $connection->query(
            $connection->select()->from($this->resource->getTableName($this->table), [$this->column]),
        );
        while (($value = $statement->fetchColumn()) !== false) {
            if (\is_string($value)) { // and not NULL
                yield $value;
            }
        }
    }

    public function count(): int
    {
        $connection = $this->resource->getConnection();
        $count = $connection->fetchOne(
            $connection->select()->from($this->resource->getTableName($this->table), ['COUNT(*)']),
        );

        return is_numeric($count) ? (int) $count : 0;
    }
}
