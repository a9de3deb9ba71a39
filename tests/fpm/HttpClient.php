<?php

declare(strict_types=1);

namespace Bloom\Tests\Fpm;

/** Just enough HTTP/1.1 over one connection that is kept, if the server keeps it. */
final class HttpClient
{
    /** @var resource|null */
    private $socket = null;

    public function __construct(private readonly int $port)
    {
    }

    /** @param array<string, string> $headers */
    public function request(string $method, string $path, array $headers = []): HttpResponse
    {
        $request = "$method $path HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n";
        foreach ($headers as $name => $value) {
            $request .= "$name: $value\r\n";
        }
        $kept = $this->socket;
        if ($kept !== null) {
            try {
                return $this->send($kept, $request);
            } catch (ConnectionClosed) { // between two requests, as a server may
            }
        }

        return $this->send($this->connect(), $request);
    }

    /** @param resource $socket */
    private function send($socket, string $request): HttpResponse
    {
        if (@fwrite($socket, "$request\r\n") === false) {
            $this->socket = null;
            throw new ConnectionClosed();
        }

        return $this->read($socket);
    }

    /** @return resource */
    private function connect()
    {
        $socket = @stream_socket_client("tcp://127.0.0.1:$this->port", $code, $message, 5);
        if ($socket === false) {
            throw new \RuntimeException("No connection: $message");
        }
        stream_set_timeout($socket, 20);

        return $this->socket = $socket;
    }

    /** @param resource $socket */
    private function read($socket): HttpResponse
    {
        $status = 0;
        $headers = [];
        while (($line = fgets($socket)) !== false && trim($line) !== '') {
            if ($status === 0) {
                $status = (int) substr($line, 9, 3);
            } else {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }
        if ($status === 0 && feof($socket)) {
            $this->socket = null;
            throw new ConnectionClosed();
        }
        if ($status === 0 || $line === false) {
            $this->fail();
        }
        $body = match (true) {
            isset($headers['content-length']) => $this->exactly($socket, (int) $headers['content-length']),
            isset($headers['transfer-encoding']) => $this->chunks($socket),
            default => (string) stream_get_contents($socket),
        };
        if (strtolower($headers['connection'] ?? '') === 'close') {
            $this->socket = null;
        }

        return new HttpResponse($status, $headers, $body);
    }

    /** @param resource $socket */
    private function exactly($socket, int $bytes): string
    {
        $body = $bytes > 0 ? (string) stream_get_contents($socket, $bytes) : '';
        if (strlen($body) < $bytes) {
            $this->fail();
        }

        return $body;
    }

    /** @param resource $socket */
    private function chunks($socket): string
    {
        $body = '';
        do {
            $bytes = (int) hexdec(trim((string) fgets($socket)));
            $body .= substr($this->exactly($socket, $bytes + 2), 0, -2);
        } while ($bytes > 0);

        return $body;
    }

    private function fail(): never
    {
        $this->socket = null;
        throw new \RuntimeException('The connection broke');
    }
}

/** Before a byte of the answer has come. */
final class ConnectionClosed extends \RuntimeException
{
    public function __construct()
    {
        parent::__construct('The connection broke');
    }
}
