<?php

declare(strict_types=1);

/*
 * package.xml, which PECL reads: lists every file of the repository, so it is generated.
 *
 * php tools/package.php --check | --update | --name     in the top directory of a checkout
 *
 * --check also compares the sources that config.m4 and config.w32 list with the files that are there, and composer.json
 * with what PIE, the installer that reads it, asks for.
 */

namespace Bloom\Tools;

const PHP_MINIMUM = '8.2';

/** @return list<string> what is in git, or will be with the next "git add ." */
function files(): array
{
    exec("git -c safe.directory='*' ls-files --cached --others --exclude-standard -z", $output, $status);
    if ($status !== 0) {
        throw new \RuntimeException('git ls-files failed: this needs a git checkout');
    }
    $files = array_filter(explode("\0", implode("\n", $output)), is_file(...));
    sort($files, SORT_STRING);

    return $files;
}

/** PECL installs what is "doc" or "test"; "src" is what it builds from, and all the rest. */
function role(string $file): string
{
    return match (true) {
        str_starts_with($file, 'tests/') => 'test',
        str_ends_with($file, '.md'), $file === 'LICENSE', preg_match('#^(docs|demo|examples)/#', $file) === 1 => 'doc',
        default => 'src',
    };
}

function version(): string
{
    if (preg_match('/^#define PHP_BLOOM_VERSION "(.+)"$/m', (string) file_get_contents('php_bloom.h'), $match) !== 1) {
        throw new \RuntimeException('php_bloom.h does not define PHP_BLOOM_VERSION');
    }

    return $match[1];
}

/** The release's date in CHANGELOG.md; before it has one, what package.xml says. */
function release_date(string $version): string
{
    $heading = '/^## \[' . preg_quote($version, '/') . '\] - (\d{4}-\d\d-\d\d)$/m';
    if (preg_match($heading, (string) file_get_contents('CHANGELOG.md'), $match) === 1) {
        return $match[1];
    }
    $old = is_file('package.xml') ? (string) file_get_contents('package.xml') : '';

    return preg_match('#<date>(.+)</date>#', $old, $match) === 1 ? $match[1] : date('Y-m-d');
}

/** @param list<string> $files */
function package_xml(array $files): string
{
    $version = version();
    $stability = version_compare($version, '1.0.0', '<') ? 'beta' : 'stable';
    $contents = '';
    foreach (array_unique([...$files, 'package.xml']) as $file) {
        if ($file !== 'package.xml') { // PECL adds it
            $contents .= sprintf("   <file name=\"%s\" role=\"%s\"/>\n", htmlspecialchars($file, ENT_XML1 | ENT_QUOTES), role($file));
        }
    }
    $date = release_date($version);
    $minimum = PHP_MINIMUM;

    return <<<XML
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Generated: ./dev package --update -->
        <package version="2.0" xmlns="http://pear.php.net/dtd/package-2.0">
         <name>bloom</name>
         <channel>pecl.php.net</channel>
         <summary>Bloom filters</summary>
         <description>Answers whether an item could be in a set, in about ten bits per item: "definitely absent" or "might be present".</description>
         <lead>
          <name>The bloom authors</name>
          <user>bloom</user>
          <email>bloom@example.org</email>
          <active>yes</active>
         </lead>
         <date>$date</date>
         <version>
          <release>$version</release>
          <api>$version</api>
         </version>
         <stability>
          <release>$stability</release>
          <api>$stability</api>
         </stability>
         <license uri="https://opensource.org/license/mit">MIT</license>
         <notes>See CHANGELOG.md.</notes>
         <contents>
          <dir name="/">
        $contents  </dir>
         </contents>
         <dependencies>
          <required>
           <php>
            <min>$minimum.0</min>
           </php>
           <pearinstaller>
            <min>1.10.0</min>
           </pearinstaller>
          </required>
         </dependencies>
         <providesextension>bloom</providesextension>
         <extsrcrelease>
          <configureoption name="with-xxhash" default="autodetect" prompt="directory that holds include/xxhash.h"/>
         </extsrcrelease>
        </package>

        XML;
}

/** @return list<string> the sources that config.m4 names */
function sources_of_m4(): array
{
    preg_match_all('#^\s+((?:src/\w+/)?\w+\.c)"?$#m', (string) file_get_contents('config.m4'), $matches);

    return $matches[1];
}

/** @return list<string> the sources that config.w32 names */
function sources_of_w32(): array
{
    $text = (string) file_get_contents('config.w32');
    preg_match_all('/var (\w+_sources) = "(.*)";/', $text, $lists);
    $lists = array_combine($lists[1], $lists[2]);
    preg_match_all('/ADD_SOURCES\(configure_module_dirname \+ "(.+)", (\w+), "bloom"\)/', $text, $calls, PREG_SET_ORDER);
    $sources = preg_match('/EXTENSION\("bloom", "(\w+\.c)"/', $text, $main) === 1 ? [$main[1]] : [];
    foreach ($calls as [, $directory, $list]) {
        $directory = ltrim(str_replace('\\\\', '/', $directory), '/');
        foreach (explode(' ', $lists[$list] ?? '') as $name) {
            $sources[] = "$directory/$name";
        }
    }

    return $sources;
}

/**
 * @param list<string> $expected
 * @param list<string> $actual
 * @return list<string> one complaint per difference
 */
function differences(string $subject, array $expected, array $actual): array
{
    return [
        ...array_map(static fn(string $file): string => "$subject does not list $file", array_values(array_diff($expected, $actual))),
        ...array_map(static fn(string $file): string => "$subject lists $file, which is not there", array_values(array_diff($actual, $expected))),
        ...array_map(
            static fn(string $file): string => "$subject lists $file twice",
            array_keys(array_filter(array_count_values($actual), static fn(int $count): bool => $count > 1)),
        ),
    ];
}

/** @return list<string> */
function complaints_of_pie(): array
{
    /** @var array<string, mixed> $composer */
    $composer = json_decode((string) file_get_contents('composer.json'), true, 16, JSON_THROW_ON_ERROR);
    $extension = (array) ($composer['php-ext'] ?? []);
    $known = [
        'extension-name', 'priority', 'support-zts', 'support-nts', 'build-path', 'download-url-method',
        'os-families', 'os-families-exclude', 'configure-options',
    ];
    $complaints = array_map(static fn(string $key): string => "php-ext.$key is unknown to PIE", array_diff(array_keys($extension), $known));
    if (($composer['type'] ?? '') !== 'php-ext') {
        $complaints[] = 'its type is not php-ext';
    }
    if (($extension['extension-name'] ?? '') !== 'bloom') {
        $complaints[] = 'php-ext.extension-name is not bloom';
    }
    if (($composer['require']['php'] ?? '') !== '>=' . PHP_MINIMUM) {
        $complaints[] = 'it does not require PHP >=' . PHP_MINIMUM . ', as package.xml does';
    }
    $script = (string) file_get_contents('config.m4');
    foreach ((array) ($extension['configure-options'] ?? []) as $option) {
        [$kind, $name] = explode('-', (string) $option['name'], 2) + [1 => ''];
        if (!str_contains($script, 'PHP_ARG_' . strtoupper($kind) . "([$name]")) {
            $complaints[] = "config.m4 has no option --{$option['name']}";
        }
    }

    return array_map(static fn(string $complaint): string => "composer.json: $complaint", array_values($complaints));
}

/**
 * @param list<string> $files
 * @return array<string, list<string>> complaints by what was checked
 */
function check(array $files): array
{
    $sources = array_values(array_filter($files, static fn(string $file): bool => preg_match('#^(bloom|src/.+)\.c$#', $file) === 1));
    $xml = is_file('package.xml') ? (string) file_get_contents('package.xml') : '';
    preg_match_all('/<file name="([^"]+)"/', $xml, $listed);
    $inPackage = differences('package.xml', array_values(array_diff($files, ['package.xml'])), array_map(html_entity_decode(...), $listed[1]));

    return [
        'config.m4' => differences('config.m4', $sources, sources_of_m4()),
        'config.w32' => differences('config.w32', $sources, sources_of_w32()),
        'composer.json' => complaints_of_pie(),
        'package.xml' => $inPackage === [] && $xml !== package_xml($files)
            ? ['package.xml is not what its generator writes']
            : $inPackage,
    ];
}

$files = files();
switch ($argv[1] ?? '') {
    case '--name':
        echo 'bloom-', version(), "\n";
        break;
    case '--update':
        file_put_contents('package.xml', package_xml($files));
        break;
    case '--check':
        $results = check($files);
        foreach (array_merge(...array_values($results)) as $complaint) {
            echo "FAILED   $complaint\n";
        }
        if ($results['package.xml'] !== []) {
            echo "         ./dev package --update writes package.xml\n";
        }
        $failed = count(array_filter($results));
        printf("package: %d passed, %d failed\n", count($results) - $failed, $failed);
        exit($failed === 0 ? 0 : 1);
    default:
        fwrite(STDERR, "usage: php tools/package.php --check | --update | --name\n");
        exit(2);
}
