<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Mistakes that would hide what exists, or let revoked tokens pass: the tests must fail over each of them. */
final class MutationTest extends TestCase
{
    #[DataProvider('mistakes')]
    public function testTheTestsCatch(string $class, string $test, string $right, string $wrong): void
    {
        $source = (string) file_get_contents(\dirname(__DIR__, 2) . "/src/{$class}.php");
        self::assertSame(1, substr_count($source, $right), "{$class} has changed; adapt this mistake to it");
        $mutant = (string) tempnam(sys_get_temp_dir(), 'mutant');
        // its place in the file system is that of the class
        $directory = var_export(\dirname(\dirname(__DIR__, 2) . "/src/{$class}"), true);
        file_put_contents($mutant, str_replace([$right, '__DIR__'], [$wrong, $directory], $source));
        $output = tmpfile();
        \assert($output !== false);
        try {
            $process = proc_open(
                [
                    PHP_BINARY, __DIR__ . '/vendor/bin/phpunit', '--do-not-cache-result', '--no-progress', '--stop-on-defect',
                    '--configuration', __DIR__ . '/phpunit.xml.dist', __DIR__ . "/{$test}.php",
                ],
                [['file', '/dev/null', 'r'], $output, $output],
                $pipes,
                null,
                ['BLOOM_TEST_MUTANT' => $mutant] + getenv(),
            );
            \assert($process !== false);
            $status = proc_close($process);
        } finally {
            unlink($mutant);
        }
        rewind($output);
        $report = (string) stream_get_contents($output);

        self::assertContains($status, [1, 2], $report);
        self::assertStringContainsString('Tests: ', $report);
        self::assertStringNotContainsString('Parse error', $report);
    }

    /** @return iterable<string, array{string, string, string, string}> class, its test, what it says, what it must not say */
    public static function mistakes(): iterable
    {
        $league = ['League/AccessTokens', 'League/RepositoriesTest'];
        yield 'revoked in the repository alone' => [...$league, '$this->revoke($tokenId);', ''];
        yield 'what was revoked before is forgotten' => [
            ...$league, ' || (!$this->isListComplete() && $this->repository->isAccessTokenRevoked($tokenId))', '',
        ];
        yield 'what is revoked is soon forgotten' => ['League/RevokesById', $league[1], '{$this->longestLifetimeSeconds} seconds', '60 seconds'];

        $storage = ['Laravel/RevokesOnStorage', 'Laravel/JwtStorageTest'];
        yield 'minutes taken for seconds' => [...$storage, 'ceil($minutes * 60)', 'ceil($minutes)'];
        yield 'what the storage has lost is not revoked' => [...$storage, " ?? 'forever';", ';'];
        yield 'a storage that is down lets tokens pass' => [...$storage, "\n            return 'forever';", "\n            return null;"];
        yield 'the storage is not asked about what was before' => [...$storage, '$isListComplete ? null : $this->storage->get($key)', 'null'];
        yield 'destroyed in the storage alone' => [...$storage, "\$this->list->restore(self::text(\$key) ?? '');", ''];

        $lexik = ['Symfony/LexikBlockedTokens', 'Symfony/ManualTest'];
        yield 'a token without id passes' => [...$lexik, 'return $this->list', 'return $id->jti !== null && $this->list'];
        yield 'what never expires cannot be blocked' => [...$lexik, '253_402_300_799', '0'];
        yield 'unblocked nowhere' => [...$lexik, '$this->list->restore($id->jti, $id->issuer);', ''];

        $pool = ['Symfony/KnownKeysAdapter', 'Symfony/KnownKeysAdapterTest'];
        yield 'saved past the filter' => [...$pool, '$this->items->save($item)', '$this->pool->save($item)'];
        yield 'deferred past the filter' => [...$pool, '$this->items->saveDeferred($item)', '$this->pool->saveDeferred($item)'];
        yield 'a pool of Symfony that adds after the save' => [
            'KnownKeysPool',
            $pool[1],
            '$this->known->learn([$item->getKey()]) && $this->pool->save($this->itemOfPool($item))',
            '$this->pool->save($this->itemOfPool($item)) && $this->known->learn([$item->getKey()])',
        ];
        yield 'tags are lost' => [...$pool, '$pool instanceof TagAwareAdapterInterface ? new TagAwareAdapter(new ArrayAdapter(maxItems: 1)) : new ArrayAdapter(maxItems: 1)', 'new ArrayAdapter(maxItems: 1)'];
        yield 'no tags in the container' => [
            'Symfony/KnownKeysPass', $pool[1], 'is_a($class, TagAwareAdapterInterface::class, true)', 'false',
        ];
        yield 'revoked tokens start empty in Symfony' => [
            'Symfony/BloomBundle', 'Symfony/ManualTest', '$sources[$name] ?? null', 'null',
        ];

        $store = ['Laravel/KnownKeysStore', 'Laravel/KnownKeysStoreTest'];
        yield 'put before the filter knows' => [
            ...$store, '$this->known->learn([$key]) && $this->store->put($key, $value, $seconds)', '$this->store->put($key, $value, $seconds) && $this->known->learn([$key])',
        ];
        yield 'counted without the filter' => [
            ...$store, '$this->known->learn([$key]) ? $this->store->increment($key, $value) : false', '$this->store->increment($key, $value)',
        ];
        yield 'the order of many is lost' => [
            ...$store,
            'array_replace(array_fill_keys($keys, null), $asked === [] ? [] : $this->store->many($asked))',
            '($asked === [] ? [] : $this->store->many($asked)) + array_fill_keys($keys, null)',
        ];

        $manual = 'Laravel/ManualTest';
        yield 'known only after the row' => [
            'Laravel/Column', $manual, "if (!\$isWritten && \$model->isDirty(\$this->name)) {\n                \$add(\$model);", "if (!\$isWritten && \$model->isDirty(\$this->name)) {",
        ];
        yield 'known before others change it' => ['Laravel/ModelEvents', $manual, "['creating', 'updating']", "['saving']"];
        yield 'known before the row alone' => ['Laravel/ModelEvents', $manual, "\$this->tell(\$event, \$payload, ['created', 'updated'], true);", ''];
        yield 'a form of the tokens that is not theirs' => [
            'Laravel/PersonalAccessToken', 'Laravel/SettingsTest', "\$all->definition(\$name)->form(hash('sha256', \$secret))", "hash('sha256', \$secret)",
        ];
        yield 'known only before the commit' => ['Laravel/Column', $manual, '$model->getConnection()->afterCommit(static fn() => $add($model));', ''];
        yield 'known before the commit, twice' => ['Laravel/Column', $manual, '$model->getConnection()->afterCommit(static fn() => $add($model));', '$add($model);'];
        yield 'what a scope hides is unknown' => ['Laravel/Column', $manual, '$model->newModelQuery()', '$model->newQuery()'];
        yield 'other models of the table are unknown' => ['Laravel/Column', $manual, '$model->getTable() === $own->getTable()', '$model::class === $own::class'];
        yield 'every table taken for that of the column' => ['Laravel/Column', $manual, '$model->getTable() === $own->getTable()', 'true'];
        yield 'one connection taken for another' => [
            'Laravel/KnownValuesVerifier', $manual, '($this->connection ?? $this->defaultConnection)', '$this->defaultConnection',
        ];
        yield 'validated as it was typed' => [
            'Laravel/KnownValuesVerifier', $manual, '$this->filters->definition($filter)->form((string) $value)', '(string) $value',
        ];
        yield 'finer than the collation' => ['Laravel/BloomServiceProvider', $manual, "\$collation === null ? 'caseless' : \"collation:{\$collation}\"", "'caseless'"];
        yield 'the id taken for a part of the token' => [
            'Laravel/PersonalAccessToken', $manual, "str_contains(\$token, '|') ? explode('|', \$token, 2)[1] : \$token", '$token',
        ];
        yield 'revoked tokens start empty in Laravel' => ['Laravel/BloomServiceProvider', $manual, '$name === $revoked =>', 'false =>'];
        yield 'empty and ready before the first build' => ['Framework/FilterDefinition', $manual, 'return null;', 'return $this->create(null);'];
        yield 'empty and ready where somebody made it' => ['Framework/FilterDefinition', 'Framework/FiltersTest', '$this->assertLoaded();', ''];
        yield 'built in a form of its own' => ['Framework/FilterDefinition', 'Symfony/ManualTest', 'yield $this->form((string) $item);', 'yield strtoupper((string) $item);'];

        $build = ['Framework/BuildCommand', 'Framework/BuildCommandTest'];
        yield 'waited before the builds are announced' => [
            ...$build, '$this->build($style, $definitions, max($seconds, $definition->longestTransactionSeconds));',
            "LongestTransaction::waitOut(\$definition->longestTransactionSeconds);\n            \$this->build(\$style, \$definitions, 0);",
        ];
        yield 'the longest wait is forgotten' => [...$build, 'max($seconds, $definition->longestTransactionSeconds)', '$definition->longestTransactionSeconds'];
        yield 'not waited at all' => [...$build, 'LongestTransaction::waitOut($seconds);', ''];
        yield 'one that another builds ends all' => [...$build, 'if (!$isAnnounced) {', 'if (false) {'];
        $settings = 'Framework/PilotAndRecoveryTest';
        yield 'believed on trial' => ['Framework/Filters', $settings, 'return $pilot === null ? $filter : Shadow', 'return true ? $filter : Shadow'];
        yield 'a source thrown away in Symfony' => [
            'Symfony/BloomBundle', 'Symfony/ConfigurationTest', "!\$hasSource && !\$filter['recovery']['start_empty']", 'false',
        ];
        yield 'believed on trial in Symfony' => [
            'Symfony/BloomBundle', 'Symfony/ManualTest', "\$filter['pilot']['enabled'] ? self::pilot(\$name, \$filter['pilot']) : null", 'null',
        ];
        yield 'not watched' => ['Framework/Filters', $settings, 'return $recovery === null ? $filter : Watched', 'return true ? $filter : Watched'];
        yield 'half a source taken for all' => ['Framework/FilterDefinition', $settings, '$this->recovery->keptShare ?? 0.5', '0.0'];
        yield 'emptied without being told' => ['Framework/FilterDefinition', $settings, '$this->items === null && $this->recovery?->startsEmpty !== true', 'false'];
        yield 'a mistake in a report is passed on' => [
            'Pilot/Shadow', $settings, "\$this->unreported = [];\n        } catch (\Throwable", "\$this->unreported = [];\n        } catch (\Exception",
        ];

        $passport = ['Laravel/PassportTokenBuilder', 'Laravel/PassportTest'];
        yield 'revoked past the list' => [...$passport, "?? false)) {\n            \$this->revoke();", "?? false)) {"];
        yield 'deleted past the list' => [...$passport, "\$this->revoke();\n\n        return parent::delete();", 'return parent::delete();'];
        yield 'a model that hides revocations' => ['Laravel/BloomServiceProvider', $passport[1], 'throw new \LogicException(Passport::tokenModel()', 'new \LogicException(Passport::tokenModel()'];
    }
}
