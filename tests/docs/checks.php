<?php

declare(strict_types=1);

namespace Bloom\Tests\Docs;

/**
 * How each PHP process of these tests is started: no php.ini, every error shown.
 *
 * @return list<string>
 */
function php_command(?string $extension, string ...$arguments): array
{
    return [
        PHP_BINARY, '-n', '-d', 'error_reporting=-1', '-d', 'display_errors=1', '-d', 'html_errors=0', '-d', 'zend.assertions=1',
        ...($extension === null ? [] : ['-d', "extension=$extension"]), ...array_values($arguments),
    ];
}

/**
 * @param list<string> $command
 * @return array{int, string} exit status, standard output and error together
 */
function run_php(array $command, string $directory): array
{
    $log = (string) tempnam(sys_get_temp_dir(), 'bloom-docs-');
    $process = proc_open($command, [['file', '/dev/null', 'r'], ['file', $log, 'a'], ['file', $log, 'a']], $pipes, $directory);
    $status = $process === false ? 127 : proc_close($process);
    $output = (string) file_get_contents($log);
    unlink($log);

    return [$status, $output];
}

function temporary_directory(): string
{
    $parent = is_writable('/dev/shm') ? '/dev/shm' : sys_get_temp_dir(); // what shared filters accept, in containers too
    $directory = "$parent/bloom-docs-" . bin2hex(random_bytes(6));
    mkdir($directory, 0700);
    mkdir("$directory/work", 0700);
    mkdir("$directory/shared", 0700);

    return $directory;
}

function remove_directory(string $directory): void
{
    foreach (array_diff((array) scandir($directory), ['.', '..']) as $name) {
        $path = "$directory/$name";
        is_dir($path) && !is_link($path) ? remove_directory($path) : unlink($path);
    }
    rmdir($directory);
}

/**
 * Runs the blocks in one process and judges the last one.
 *
 * @param non-empty-list<Block> $chain
 * @return string|null what went wrong
 */
function run_chain(string $extension, array $chain): ?string
{
    $separator = "\x1e"; // between the output of one block and the next
    $directory = temporary_directory();
    $driver = "<?php\n";
    foreach ($chain as $i => $block) {
        file_put_contents("$directory/$i.setup.php", "<?php\n" . $block->setup);
        file_put_contents("$directory/$i.php", "<?php\n" . preg_replace('/^\s*<\?php\b/', '', $block->code));
        $driver .= "require __DIR__ . '/$i.setup.php';\necho \"\\x1e\";\nrequire __DIR__ . '/$i.php';\n";
    }
    file_put_contents("$directory/driver.php", $driver);
    [$status, $output] = run_php(php_command($extension, '-d', "bloom.shm_dir=$directory/shared", "$directory/driver.php"), "$directory/work");
    remove_directory($directory);

    $parts = explode($separator, $output);
    $actual = rtrim((string) end($parts), "\n");
    if (count($parts) !== count($chain) + 1) {
        return "an example before it, or its setup, failed:\n$output";
    }
    $block = $chain[count($chain) - 1];
    $expected = $block->expectedOutput();
    $pattern = implode("\n", array_map(
        static fn(string $line): string => str_replace('\.\.\.', '.*', preg_quote($line, '~')),
        $expected,
    ));
    if (preg_match("~^$pattern$~D", $actual) !== 1) {
        return "it printed\n$actual\nwhere it says\n" . implode("\n", $expected);
    }

    return $status === 0 ? null : "status $status";
}

/**
 * Compares synopses with what reflection says in a process that has the extension.
 *
 * @param list<string> $lines
 * @return list<string|null>
 */
function reflect(string $extension, array $lines): array
{
    $directory = temporary_directory();
    file_put_contents("$directory/lines.json", json_encode($lines, JSON_THROW_ON_ERROR));
    [, $output] = run_php(php_command($extension, __DIR__ . '/reflect.php', "$directory/lines.json"), $directory);
    remove_directory($directory);
    /** @var list<string|null>|null $verdicts */
    $verdicts = json_decode($output, true);

    return $verdicts ?? array_fill(0, max(1, count($lines)), "reflection failed:\n$output");
}

/**
 * Classes and methods of the stub that no heading in docs/ names.
 *
 * @param list<string> $files
 * @return array<string, string|null> name => failure, null if documented
 */
function undocumented(string $stub, array $files): array
{
    $headings = [];
    foreach ($files as $file) {
        preg_match_all('/^#+\s+(.*)$/m', (string) file_get_contents($file), $matches);
        array_push($headings, ...$matches[1]);
    }
    $text = implode("\n", $headings);
    $isNamed = static fn(string $name): bool => preg_match('/(?<![\w])' . preg_quote($name, '/') . '(?![\w])/', $text) === 1;

    $results = [];
    $class = '';
    foreach (explode("\n", (string) file_get_contents($stub)) as $line) {
        if (preg_match('/^\s*(?:final |abstract )*(?:class|interface) (\w+)/', $line, $match) === 1) {
            $class = $match[1];
            $results[$class] = $isNamed($class) ? null : 'no heading in docs/ names it';
        } elseif (preg_match('/^\s*public (?:static )?function (\w+)\(/', $line, $match) === 1) {
            $names = array_map(static fn(string $documented): string => "$documented::$match[1]()", [$class, 'MembershipFilter', 'DeletableFilter', 'BloomFilter']);
            $results[$names[0]] = array_filter($names, $isNamed) !== [] ? null : 'no heading in docs/ names it';
        }
    }

    return $results === [] ? [$stub => 'no class was found in it'] : $results;
}

/**
 * Moving over from a class in PHP: one program, run with the class and with the extension, prints the same.
 *
 * @return string|null what went wrong
 */
function drop_in(string $extension): ?string
{
    $program = __DIR__ . '/drop_in/program.php';
    $class = __DIR__ . '/drop_in/BloomFilter.php';
    [$classStatus, $withClass] = run_php(php_command(null, '-d', "auto_prepend_file=$class", $program), __DIR__);
    [$status, $withExtension] = run_php(php_command($extension, $program), __DIR__);
    if ($classStatus !== 0 || $status !== 0) {
        return "status $classStatus with the class, $status with the extension:\n$withClass$withExtension";
    }

    return $withClass === $withExtension ? null : "with the class\n{$withClass}with the extension\n$withExtension";
}

/** @return array<string, string|null> "line, target" => failure of each relative link of a Markdown file */
function links(string $file): array
{
    $results = [];
    $text = (string) file_get_contents($file);
    foreach (explode("\n", prose($text)) as $i => $line) {
        preg_match_all('/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/', $line, $matches);
        foreach ($matches[1] as $target) {
            if (preg_match('/^[a-z][a-z0-9+.-]*:/i', $target) === 1) {
                continue;
            }
            [$path, $anchor] = [...explode('#', $target, 2), ''];
            $linked = $path === '' ? $file : dirname($file) . '/' . $path;
            $failure = null;
            if (!file_exists($linked)) {
                $failure = "the link leads nowhere: $target";
            } elseif ($anchor !== '' && !in_array($anchor, anchors((string) file_get_contents($linked)), true)) {
                $failure = "no such heading: $target";
            }
            $results[$i + 1 . ", $target"] = $failure;
        }
    }

    return $results;
}
