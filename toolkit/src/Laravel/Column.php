<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Bloom\Toolkit\Framework\Filters;
use Illuminate\Contracts\Events\Dispatcher;
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
     */
    public function follow(Dispatcher $events, Filters $filters, string $filter): void
    {
        $add = function (Model $model) use ($filters, $filter): void {
            $value = $model->getAttributes()[$this->name] ?? null;
            if (\is_scalar($value) || $value instanceof \Stringable) {
                $filters->get($filter)->add($filters->definition($filter)->form((string) $value));
            }
        };
        $events->listen('eloquent.saving: *', function (string $event, array $models) use ($add): void {
            foreach ($this->ofTable($models) as $model) {
                if ($model->isDirty($this->name)) {
                    $add($model);
                }
            }
        });
        $events->listen('eloquent.saved: *', function (string $event, array $models) use ($add): void {
            foreach ($this->ofTable($models) as $model) {
                if ($model->wasRecentlyCreated || $model->wasChanged($this->name)) {
                    $model->getConnection()->afterCommit(static fn() => $add($model));
                }
            }
        });
    }

    public function isOf(Model $model): bool
    {
        $own = new $this->model();

        return $model->getTable() === $own->getTable() && $model->getConnection()->getName() === $own->getConnection()->getName();
    }

    /**
     * @param array<mixed> $models
     *
     * @return iterable<Model>
     */
    private function ofTable(array $models): iterable
    {
        foreach ($models as $model) {
            if ($model instanceof Model && $this->isOf($model)) {
                yield $model;
            }
        }
    }
}
