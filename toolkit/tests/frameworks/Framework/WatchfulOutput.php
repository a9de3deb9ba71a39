<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Framework;

use Symfony\Component\Console\Output\Output;

/** Looks at the world when a line comes that begins so. */
final class WatchfulOutput extends Output
{
    public string $text = '';
    /** @var ?\Closure(): mixed */
    public ?\Closure $onLine = null;
    /** @var list<mixed> */
    public array $seen = [];
    public int $seenAt = 0;

    public function __construct(private readonly string $beginning)
    {
        parent::__construct();
    }

    protected function doWrite(string $message, bool $newline): void
    {
        $this->text .= $message . ($newline ? "\n" : '');
        if ($this->onLine !== null && str_starts_with($message, $this->beginning)) {
            $this->seen[] = ($this->onLine)();
            $this->seenAt = hrtime(true);
        }
    }
}
