<?php

declare(strict_types=1);

namespace Bloom\Tests\Docs;

enum BlockKind
{
    case Example;
    case Continues;
    case Synopsis;
    case NotRun;
    case Unknown;
}

final class Block
{
    public function __construct(
        public readonly BlockKind $kind,
        public readonly int $line,
        public readonly string $setup,
        public readonly string $code,
        public readonly string $reason,
    ) {}

    /** @return list<string> the lines that the block says it prints */
    public function expectedOutput(): array
    {
        preg_match_all('~// prints: ?(.*)$~m', $this->code, $matches);

        return array_map(rtrim(...), $matches[1]);
    }
}

/** @return list<Block> the fenced PHP blocks of a Markdown text, in order */
function php_blocks(string $text): array
{
    $blocks = [];
    $setup = '';
    $lines = explode("\n", $text);
    for ($i = 0; $i < count($lines); $i++) {
        if (trim($lines[$i]) === '<!-- docs: setup') {
            for ($i++; $i < count($lines) && trim($lines[$i]) !== '-->'; $i++) {
                $setup .= $lines[$i] . "\n";
            }
        } elseif (preg_match('/^(\s*)(`{3,})\s*(.*)$/', $lines[$i], $match) === 1) {
            [, $indent, $fence, $info] = $match;
            $line = $i + 1;
            $code = '';
            for ($i++; $i < count($lines) && trim($lines[$i]) !== $fence; $i++) {
                $code .= preg_replace('/^' . $indent . '/', '', $lines[$i]) . "\n";
            }
            if (preg_match('/^php\b\s*(.*)$/', $info, $match) === 1) {
                [$kind, $reason] = block_kind($match[1]);
                $blocks[] = new Block($kind, $line, $setup, $code, $reason);
                $setup = '';
            }
        }
    }

    return $blocks;
}

/** @return array{BlockKind, string} */
function block_kind(string $words): array
{
    if (preg_match('/^not-run: *(\S.*)$/', $words, $match) === 1) {
        return [BlockKind::NotRun, $match[1]];
    }

    return match ($words) {
        '' => [BlockKind::Example, ''],
        'continues' => [BlockKind::Continues, ''],
        'synopsis' => [BlockKind::Synopsis, ''],
        default => [BlockKind::Unknown, $words],
    };
}

/** @return list<string> without what is built or fetched */
function markdown_files(string $directory): array
{
    $files = [];
    $skipped = ['.git', 'out', 'vendor', 'node_modules'];
    $walk = new \RecursiveIteratorIterator(new \RecursiveCallbackFilterIterator(
        new \RecursiveDirectoryIterator($directory, \FilesystemIterator::SKIP_DOTS),
        static fn(\SplFileInfo $file): bool => !in_array($file->getFilename(), $skipped, true),
    ));
    foreach ($walk as $file) {
        if ($file instanceof \SplFileInfo && $file->getExtension() === 'md') {
            $files[] = $file->getPathname();
        }
    }
    sort($files);

    return $files;
}

/** @param array<string> $match of a regular expression */
function blank_lines(array $match): string
{
    return str_repeat("\n", substr_count($match[0], "\n"));
}

/** Markdown without fenced blocks, comments and code spans; lines keep their numbers. */
function prose(string $text): string
{
    $text = (string) preg_replace_callback('/^(\s*)(`{3,}).*?^\s*\2\s*$/ms', blank_lines(...), $text);
    $text = (string) preg_replace_callback('/<!--.*?-->/s', blank_lines(...), $text);

    return (string) preg_replace('/`[^`\n]*`/', '', $text);
}

/** @return list<string> the anchors that GitHub makes of a text's headings */
function anchors(string $text): array
{
    $text = (string) preg_replace('/^(\s*)(`{3,}).*?^\s*\2\s*$/ms', '', $text);
    preg_match_all('/^#+\s+(.*)$/m', $text, $matches);
    $anchors = [];
    foreach ($matches[1] as $heading) {
        $plain = (string) preg_replace('/\[([^\]]*)\]\([^)]*\)/', '$1', $heading);
        $anchor = str_replace(' ', '-', (string) preg_replace('/[^\p{L}\p{N} _-]/u', '', strtolower(trim($plain))));
        $repeats = count(array_keys(array_map(static fn(string $made): string => (string) preg_replace('/-\d+$/', '', $made), $anchors), $anchor, true));
        $anchors[] = $repeats === 0 ? $anchor : "$anchor-$repeats";
    }

    return $anchors;
}
