<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

/** Many clients at once: each has a connection that is kept, and sends its next request when its last is answered. */
final class Crowd
{
    private const TIMEOUT_SECONDS = 60;

    public function __construct(private readonly int $port) {}

    /**
     * @param \Closure(int, ?Answer): ?string $next      from the number of a client and the answer that it has got, null at first, the path of its
     *                                                   next request; null: it has no more
     * @param ?\Closure(): mixed              $meanwhile is called again and again until all is answered
     */
    public function run(int $clients, \Closure $next, ?\Closure $meanwhile = null): void
    {
        $visitors = [];
        for ($client = 0; $client < $clients; $client++) {
            $path = $next($client, null);
            if ($path !== null) {
                $visitors[$client] = new Visitor($this->port);
                $visitors[$client]->ask($path);
            }
        }
        $deadline = microtime(true) + self::TIMEOUT_SECONDS;
        while ($visitors !== []) {
            $readable = array_map(static fn(Visitor $visitor) => $visitor->socket(), $visitors);
            $none = [];
            stream_select($readable, $none, $none, 0, $meanwhile === null ? 500_000 : 5_000);
            foreach (array_keys($readable) as $client) {
                $answer = $visitors[$client]->hear();
                if ($answer === null) {
                    continue;
                }
                $deadline = microtime(true) + self::TIMEOUT_SECONDS;
                $path = $next($client, $answer);
                if ($path === null) {
                    unset($visitors[$client]);
                } else {
                    $visitors[$client]->ask($path);
                }
            }
            if ($meanwhile !== null) {
                $meanwhile();
            }
            if (microtime(true) > $deadline) {
                throw new \RuntimeException('No answer has come for ' . self::TIMEOUT_SECONDS . ' s');
            }
        }
    }

    /**
     * @param list<string>       $paths
     * @param ?\Closure(): mixed $meanwhile
     *
     * @return list<string> what was answered, in the order of the paths
     */
    public function ask(array $paths, int $clients = 16, ?\Closure $meanwhile = null): array
    {
        $answers = $askedBy = [];
        $asked = 0;
        $this->run(
            min($clients, \count($paths)),
            static function (int $client, ?Answer $answer) use ($paths, &$answers, &$askedBy, &$asked): ?string {
                if ($answer !== null) {
                    $answers[$askedBy[$client]] = $answer->body;
                }
                $askedBy[$client] = $asked;

                return $paths[$asked++] ?? null;
            },
            $meanwhile,
        );
        ksort($answers);

        return array_values($answers);
    }
}
