<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Pilot;

/** Adds the figures of all processes of a machine up in one file, as JSON. */
final readonly class FileReport implements Report
{
    public function __construct(private string $path) {}

    public function add(array $figures): void
    {
        $file = $this->open('c+');
        try {
            flock($file, LOCK_EX);
            $text = json_encode(Figures::sum(self::read($file), $figures), JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
            rewind($file);
            ftruncate($file, 0);
            if (fwrite($file, $text) !== \strlen($text)) {
                throw new \RuntimeException("Cannot write {$this->path}: is the disk full?");
            }
        } finally {
            fclose($file);
        }
    }

    /** @return array<string, array<string, int|float|null>> as of Figures, with ratios */
    public function figures(): array
    {
        if (!is_file($this->path)) {
            return [];
        }
        $file = $this->open('r');
        try {
            flock($file, LOCK_SH);

            return Figures::withRatios(self::read($file));
        } finally {
            fclose($file);
        }
    }

    /** @return resource */
    private function open(string $mode)
    {
        $file = @fopen($this->path, $mode);
        if ($file === false) {
            throw new \RuntimeException("Cannot open {$this->path}: " . (error_get_last()['message'] ?? 'unknown cause'));
        }

        return $file;
    }

    /**
     * @param resource $file
     *
     * @return array<string, array<string, int|float>>
     */
    private static function read($file): array
    {
        $figures = [];
        $stored = json_decode((string) stream_get_contents($file), true);
        foreach (\is_array($stored) ? $stored : [] as $by => $values) {
            foreach (\is_array($values) ? $values : [] as $name => $value) {
                if (\is_int($value) || \is_float($value)) {
                    $figures[(string) $by][(string) $name] = $value;
                }
            }
        }

        return $figures;
    }
}
