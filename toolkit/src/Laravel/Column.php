<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Bloom\Toolkit\Framework\Filters;
use Illuminate\Database\Eloquent\Model;

/**
 * The column of a model whose values a filter knows: all that are there when it is built, and each that is saved since.
 *
 * @internal
 */
final readonly class Column
{
    /** @param class-string<Model> $model */
    public function __construct(public string $model, public string $name) {}

    /**
     * Reads where the application writes, since a replica may lag behind, and pages by key, so that memory stays small.
     *
     * @return iterable<mixed>
     */
    public function values(): iterable
    {
        $model = new $this->model();
        $rows = $model->newModelQuery()->toBase()->useWritePdo()
            ->select([$model->getKeyName(), $this->name])->whereNotNull($this->name)
            ->lazyById(10_000, $model->getKeyName());
        /** @var \stdClass $row */
        foreach ($rows as $row) {
            yield $row->{$this->name};
        }
    }

    /**
     * Adds what is saved to the table, before the row is written and again after the commit: a build may pass in between. Other
     * models of the table count, too.
     *
     * @return \Closure(Model, bool): void for ModelEvents
     */
    public function follower(Filters $filters, string $filter): \Closure
    {
        $add = function (Model $model) use ($filters, $filter): void {
            $value = $model->getAttributes()[$this->name] ?? null;
            if (\is_scalar($value) || $value instanceof \Stringable) {
                $filters->get($filter)->add($filters->definition($filter)->form((string) $value));
            }
        };

        return function (Model $model, bool $isWritten) use ($add): void {
            if (!$this->isOf($model)) {
                return;
            }
            if (!$isWritten && $model->isDirty($this->name)) {
                $add($model);
            }
            if ($isWritten && ($model->wasRecentlyCreated || $model->wasChanged($this->name))) {
                $model->getConnection()->afterCommit(static fn() => $add($model));
            }
        };
    }

    public function isOf(Model $model): bool
    {
        $own = new $this->model();

        return $model->getTable() === $own->getTable() && $model->getConnection()->getName() === $own->getConnection()->getName();
    }
}
