<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Load;

/** One client of a web server, which does not wait for its answers. HTTP/1.0, so that none comes in chunks. */
final class Visitor
{
    /** @var ?resource */
    private $socket = null;
    private string $heard = '';
    private float $askedAt = 0.0;

    public function __construct(private readonly int $port) {}

    public function ask(string $path): void
    {
        $this->heard = '';
        $this->askedAt = microtime(true);
        $request = "GET {$path} HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n";
        if (fwrite($this->socket(), $request) !== \strlen($request)) {
            throw new \RuntimeException('The request could not be sent');
        }
    }

    /** @return resource */
    public function socket()
    {
        if ($this->socket === null) {
            $socket = stream_socket_client("tcp://127.0.0.1:{$this->port}", $code, $message, 5);
            if ($socket === false) {
                throw new \RuntimeException("No connection: {$message}");
            }
            stream_set_blocking($socket, false);
            $this->socket = $socket;
        }

        return $this->socket;
    }

    /** Null: it has not come yet, or not as a whole. */
    public function hear(): ?Answer
    {
        $this->heard .= fread($this->socket(), 65_536);
        $isOver = feof($this->socket());
        [$head, $body] = explode("\r\n\r\n", $this->heard, 2) + [1 => ''];
        $length = preg_match('/^Content-Length: (\d+)/mi', $head, $match) === 1 ? (int) $match[1] : PHP_INT_MAX;
        if (!$isOver && \strlen($body) < $length) {
            return null;
        }
        if (preg_match('~^HTTP/1\.[01] (\d{3})~', $head, $match) !== 1) {
            throw new \RuntimeException("This is no answer: {$this->heard}");
        }
        if ($isOver) {
            $this->socket = null;
        }

        return new Answer((int) $match[1], $body, microtime(true) - $this->askedAt);
    }
}
