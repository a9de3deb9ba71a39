<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Bloom\Toolkit\Filter\MightBe;
use Bloom\Toolkit\Framework\Filters;
use Illuminate\Validation\DatabasePresenceVerifierInterface;
use Psr\Log\LoggerInterface;

/**
 * What the rules "unique" and "exists" ask: of a value that is certainly not in its column, without a query.
 *
 * @internal
 */
final class KnownValuesVerifier implements DatabasePresenceVerifierInterface
{
    private ?string $connection = null;

    /** @param array<string, string> $columns CONNECTION.TABLE.COLUMN => filter */
    public function __construct(
        private readonly DatabasePresenceVerifierInterface $verifier,
        private readonly Filters $filters,
        private readonly array $columns,
        private readonly string $defaultConnection,
        private readonly LoggerInterface $logger,
    ) {}

    /**
     * @param string       $collection
     * @param string       $column
     * @param mixed        $value
     * @param ?int         $excludeId
     * @param ?string      $idColumn
     * @param array<mixed> $extra
     */
    public function getCount($collection, $column, #[\SensitiveParameter] $value, $excludeId = null, $idColumn = null, array $extra = []): int
    {
        $filter = $this->columns[($this->connection ?? $this->defaultConnection) . ".{$collection}.{$column}"] ?? null;
        $isFilterSure = false;
        if ($filter !== null && (\is_scalar($value) || $value instanceof \Stringable)) {
            try {
                if (!$this->filters->get($filter)->mightContain($this->filters->definition($filter)->form((string) $value))) {
                    return 0;
                }
                $isFilterSure = $this->filters->get($filter)->isReady();
            } catch (\Exception $exception) {
                $this->logger->error('The filter of a column cannot be asked; asking the database', ['exception' => $exception]);
            }
        }
        // @phpstan-ignore argument.type (values need not be strings)
        $count = $this->verifier->getCount($collection, $column, $value, $excludeId, $idColumn, $extra);
        if ($filter !== null && $isFilterSure && $excludeId === null && $extra === []) {
            (new MightBe($this->filters->get($filter), $this->logger))->settle($count > 0);
        }

        return $count;
    }

    /**
     * @param string       $collection
     * @param string       $column
     * @param array<mixed> $values
     * @param array<mixed> $extra
     */
    public function getMultiCount($collection, $column, #[\SensitiveParameter] array $values, array $extra = []): int
    {
        return $this->verifier->getMultiCount($collection, $column, $values, $extra);
    }

    /** @param ?string $connection */
    public function setConnection($connection): void
    {
        $this->connection = $connection;
        // @phpstan-ignore argument.type (null is the default connection)
        $this->verifier->setConnection($connection);
    }
}
