<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks;

/** The PHP blocks of a page of the manual, as files: what the page shows is what the tests run. */
final class Document
{
    /** @var array<string, string> the name in the first line's comment => path */
    private array $files = [];

    public function __construct(string $page, string $directory)
    {
        $text = (string) file_get_contents(\dirname(__DIR__, 2) . "/docs/{$page}");
        preg_match_all('/^```php\n(.*?)^```$/ms', $text, $blocks);
        foreach ($blocks[1] as $i => $code) {
            if (preg_match('~^// (\S+\.php)\n~', $code, $name) !== 1) {
                throw new \LogicException('Block ' . ($i + 1) . " of {$page} does not begin with the name of its file");
            }
            $path = "{$directory}/{$name[1]}";
            is_dir(\dirname($path)) || mkdir(\dirname($path), 0o700, true);
            file_put_contents($path, "<?php\n\n{$code}");
            $this->files[$name[1]] = $path;
        }
    }

    /** @return list<string> */
    public function names(): array
    {
        return array_keys($this->files);
    }

    public function path(string $name): string
    {
        return $this->files[$name] ?? throw new \LogicException("The page shows no {$name}");
    }
}
