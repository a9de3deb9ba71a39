<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Events\NullDispatcher;

/**
 * The dispatcher of models' events, which tells columns of what is written, whatever listeners do: of one that is merely
 * registered, any listener that returns something would keep these events.
 *
 * @internal
 */
final class ModelEvents extends NullDispatcher
{
    /** @param list<\Closure(Model, bool): void> $followers told before a row is written, when no listener can change it any more, and (true) after */
    public function __construct(Dispatcher $dispatcher, private readonly array $followers)
    {
        parent::__construct($dispatcher);
    }

    /**
     * @param string|object $event
     * @param mixed         $payload
     */
    public function until($event, $payload = []): mixed
    {
        $result = $this->dispatcher->until($event, $payload);
        if ($result !== false) {
            $this->tell($event, $payload, ['creating', 'updating'], false);
        }

        return $result;
    }

    /**
     * @param string|object $event
     * @param mixed         $payload
     * @param bool          $halt
     *
     * @return array<mixed>|null
     */
    public function dispatch($event, $payload = [], $halt = false): ?array
    {
        $this->tell($event, $payload, ['created', 'updated'], true);

        return $this->dispatcher->dispatch($event, $payload, $halt);
    }

    /**
     * @param string       $event
     * @param array<mixed> $payload
     */
    public function push($event, $payload = []): void
    {
        $this->dispatcher->push($event, $payload);
    }

    /** @param list<string> $kinds */
    private function tell(mixed $event, mixed $model, array $kinds, bool $isWritten): void
    {
        if ($model instanceof Model && \in_array($event, array_map(static fn(string $kind): string => "eloquent.{$kind}: " . $model::class, $kinds), true)) {
            foreach ($this->followers as $follow) {
                $follow($model, $isWritten);
            }
        }
    }
}
