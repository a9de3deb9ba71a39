<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Mistakes that the public suites and plain use let through: our own tests must fail over each of them. */
final class MutationTest extends TestCase
{
    #[DataProvider('mistakes')]
    public function testTheTestsCatch(
        string $class,
        string $test,
        string $right,
        string $wrong,
        string $testsToLeaveOut = 'PostgreSQL|MariaDB', // which take longer
    ): void {
        $source = (string) file_get_contents(\dirname(__DIR__) . "/src/{$class}.php");
        self::assertSame(1, substr_count($source, $right), "{$class} has changed; adapt this mistake to it");
        $mutant = (string) tempnam(sys_get_temp_dir(), 'mutant');
        file_put_contents($mutant, str_replace($right, $wrong, $source));
        $output = tmpfile();
        \assert($output !== false);
        try {
            $process = proc_open(
                [
                    PHP_BINARY, \dirname(__DIR__) . '/vendor/bin/phpunit', '--do-not-cache-result', '--no-progress', '--exclude-filter', $testsToLeaveOut,
                    '--configuration', \dirname(__DIR__) . '/phpunit.xml.dist', __DIR__ . "/{$test}.php",
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

    /** @return iterable<string, array{0: string, 1: string, 2: string, 3: string, 4?: string}> class, its test, what it says, what it must not say */
    public static function mistakes(): iterable
    {
        $cache = ['KnownKeysCache', 'Cache/KnownKeysCacheTest'];
        yield 'adding after the write' => [
            ...$cache,
            '$this->known->learn([$key]) && $this->cache->set($key, $value, $ttl)',
            '$this->cache->set($key, $value, $ttl) && $this->known->learn([$key])',
        ];
        yield 'adding many after the write' => [
            ...$cache,
            '$this->known->learn(array_column($pairs, 0)) && $this->cache->setMultiple(new StringKeyed($pairs), $ttl)',
            '$this->cache->setMultiple(new StringKeyed($pairs), $ttl) && $this->known->learn(array_column($pairs, 0))',
        ];
        yield 'no default where the cache misses' => [...$cache, '$this->cache->get($key, $default)', '$this->cache->get($key)'];
        yield 'no default where the cache misses many' => [
            ...$cache, '$this->cache->getMultiple($asked, $missing)', '$this->cache->getMultiple($asked)',
        ];
        yield 'short-circuited delete' => [
            ...$cache, 'return $this->cache->delete($key);', 'return !$this->known->mightKnow($key) || $this->cache->delete($key);',
        ];
        yield 'null taken for a miss' => [
            ...$cache, "\\array_key_exists('k' . \$key, \$found) ? \$found['k' . \$key] : \$default", "\$found['k' . \$key] ?? \$default",
        ];
        yield 'not validated before get' => [
            ...$cache,
            "\$this->known->validate(\$key);\n        \$question = \$this->known->question(\$key);\n        if",
            "\$question = \$this->known->question(\$key);\n        if",
        ];
        yield 'lifetime dropped' => [...$cache, '$this->cache->set($key, $value, $ttl)', '$this->cache->set($key, $value)'];

        $pool = ['KnownKeysPool', 'Cache/KnownKeysPoolTest'];
        yield 'adding after the save' => [
            ...$pool,
            '$this->known->learn([$item->getKey()]) && $this->pool->save($this->itemOfPool($item))',
            '$this->pool->save($this->itemOfPool($item)) && $this->known->learn([$item->getKey()])',
        ];
        yield 'adding after the deferred save' => [
            ...$pool,
            '$this->known->learn([$item->getKey()]) && $this->pool->saveDeferred($this->itemOfPool($item))',
            '$this->pool->saveDeferred($this->itemOfPool($item)) && $this->known->learn([$item->getKey()])',
        ];
        yield 'short-circuited deleteItem' => [
            ...$pool,
            'return $this->pool->deleteItem($key);',
            'return !$this->known->mightKnow($key) || $this->pool->deleteItem($key);',
        ];
        yield 'own items passed to the pool' => [
            ...$pool, '$item instanceof UnknownItem ? $item->replayOn($this->pool->getItem($item->getKey())) : $item', '$item',
        ];

        $callback = ['KnownKeysCallbackCache', 'Cache/KnownKeysCallbackCacheTest'];
        yield 'storing what the filter does not know' => [
            ...$callback, '$save = $isToBeStored && $this->known->learn([$key]);', '$save = $isToBeStored;',
        ];
        yield 'learning keys that are not stored' => [
            ...$callback,
            'if (!$isToBeStored || !$this->known->learn([$key])) {',
            'if (!$this->known->learn([$key]) || !$isToBeStored) {',
        ];

        $known = ['Cache/KnownKeys', 'Cache/KnownKeysCacheTest'];
        yield 'a broken filter hides what is there' => [
            ...$known, 'array_fill(0, \count($keys), true)', 'array_fill(0, \count($keys), false)',
        ];
        yield 'a broken filter does not stop the write' => [...$known, 'return false;', 'return true;'];

        $list = ['RevocationList', 'Revocation/RevocationListTest'];
        yield 'the filter learns only after the store' => [
            ...$list, "try {\n            \$this->filter->add(\$key);", "try {\n            ;",
        ];
        yield 'the filter learns only before the store' => [
            ...$list, "\$this->store->revoke(\$key, \$expiry);\n        // Again, since a load may have read the store before and switched to a new version in between.\n        \$this->filter->add(\$key);", '$this->store->revoke($key, $expiry);',
        ];
        yield 'a store that is down lets tokens pass' => [
            ...$list, 'return $this->onStoreFailure === Policy::Refuse;', 'return false;',
        ];
        yield 'a filter that is not ready is blamed' => [
            'Filter/Gate', $list[1], '$isFilterSure = $this->filter->isReady();', '$isFilterSure = true;',
        ];
        yield 'the issuer runs into the id' => [...$list, "\strlen(\$issuer) . ':' . \$issuer . \$jti", '$issuer . $jti'];
        yield 'a part of a second is cut off' => [...$list, ' + ((int) $expiresAt->format(\'u\') > 0 ? 1 : 0)', ''];
        yield 'the leeway is forgotten' => [...$list, ' + $this->leewaySeconds;', ';'];
        yield 'an id that is missing is looked up' => [...$list, "\$jti === null || \$jti === '' || (", "\$jti === null || ("];

        $stores = 'Revocation/RevocationStoreTest';
        yield 'an error of Redis is not revoked' => ['Revocation/RedisRevocationStore', $stores, 'if ($error !== null) {', 'if (false) {'];
        yield 'a shorter expiry in Redis shortens' => ['Revocation/RedisRevocationStore', $stores, "'GT', ", ''];
        yield 'a shorter expiry in a table shortens' => [
            'Revocation/PdoRevocationStore', $stores, ' WHERE excluded.expires_at > known.expires_at', '',
        ];

        yield 'a shorter expiry in MariaDB shortens' => [
            'Revocation/PdoRevocationStore', $stores, 'GREATEST(expires_at, ?)', '?', 'PostgreSQL|Redis|Predis|SQLite',
        ];
        yield 'an old state of the database is loaded' => [
            'Revocation/PdoRevocationStore', $stores, 'if ($this->connection()->inTransaction()) {', 'if (false) {',
        ];

        $guard = ['UniqueGuard', 'UniqueGuardTest'];
        yield 'loaded as it stands in the table' => [...$guard, 'yield $normalise((string) $value);', 'yield (string) $value;'];
        yield 'asked as it was typed' => [...$guard, '$this->gate->ask(($this->normalise)($value))', '$this->gate->ask($value)'];
        $through = ['ReadThrough', 'ReadThrough/ReadThroughTest'];
        yield 'the source is asked about what is absent' => [
            'Filter/Gate', $through[1], 'if (!$this->filter->mightContain($item)) {', 'if (false) {',
        ];
        yield 'asked for as it is spelt' => [...$through, '$this->gate->ask($form)', '$this->gate->ask($key)'];
        yield 'false positives are kept quiet' => [...$through, '$question->settle($value !== null);', ''];
        yield 'a filter that is not ready is blamed for rows' => [
            'Filter/Gate', $through[1], '$isFilterSure = $this->filter->isReady();', '$isFilterSure = true;',
        ];
        yield 'rows of one form are one row' => ['ReadThrough/Entry', $through[1], '$this->spelling === $spelling && ', '$this->spelling !== null && '];
        yield 'absence is cached as long as a row' => [
            ...$through, '$value === null ? min($seconds ?? PHP_INT_MAX, $this->absentSeconds) : $seconds', '$seconds',
        ];
        yield 'stale unasked' => [...$through, '$fallback->answers($spelling, $begin, $this->staleSeconds)', '$fallback->answers($spelling, $begin, 3600)'];
        yield 'stale values are not kept' => [...$through, '$lifetime += $this->staleSeconds;', ''];
        yield 'out of date in place of new' => [
            'ReadThrough/Entry', $through[1], '$now < $this->freshUntil + $staleSeconds', '$now < $this->freshUntil + 3600',
        ];
        yield 'early without jitter' => [...$through, ' * log($share)', ' * -1'];
        yield 'all refresh early' => [...$through, '(!$lock instanceof LockInterface || !$isEarly || ', '('];
        yield 'who waited loads again' => [...$through, '|| !$isEarly || $entry->freshUntil', '|| $entry->freshUntil'];
        yield 'stored without the lock' => [
            ...$through, 'if ($lock instanceof LockInterface && $entry?->isBeingWritten() !== true) {', 'if ($entry?->isBeingWritten() !== true) {',
        ];
        yield 'taken out without the lock' => [
            ...$through, '$this->exclusively($id, fn(): bool => $this->cache->delete($id));', '$this->cache->delete($id);',
        ];
        yield 'the lock of a key is its entry' => [...$through, '"{$id}.lock"', '$id'];
        yield 'absence stays cached during a write' => [...$through, '$this->announceWrite($id, self::digest($key));', ''];
        yield 'values are thrown away during a write' => [
            ...$through, 'if ($entry?->value !== null && $entry->answers($spelling, $this->now())) {', 'if (false) {',
        ];
        $rows = ['Filter/RowWriter', 'ReadThrough/ReadThroughTest'];
        yield 'written only after the commit' => [...$rows, '$this->filter->add($form); // whoever sees the row finds it in the filter', ''];
        yield 'a failed commit is believed' => [
            ...$rows, "try {\n                \$this->addAgain(\$form, \$version);\n            } catch", "try {\n            } catch",
        ];
        yield 'a write counts twice' => [...$rows, 'if ($version === null || (', 'if (true || ('];
        yield 'a rebuild that ended is overlooked' => [...$rows, ' || $this->version() !== $version) {', ') {'];
        yield 'a filter made anew is taken for the old one' => [...$rows, "\$this->filter->info()['created_at'] ?? null", 'null'];
        yield 'removed without a row' => [...$rows, 'if ($affected > 0 && ', 'if ('];
        yield 'removed whatever the generation' => [...$rows, '->remove($form, $version[0])', '->remove($form)'];
        yield 'a remove that failed is tried again' => [
            ...$rows, "} catch (FilterException \$exception) {\n            \$this->logFailedRemove(\$exception);\n        }\n    }", "} catch (FilterException \$exception) {\n            \$this->filter->remove(\$form);\n        }\n    }",
        ];
        yield 'registered past the filter' => [...$guard, 'return $this->rows->write(($this->normalise)($value), $insert);', 'return $insert();'];
        yield 'released as it was typed' => [...$guard, '$this->rows->delete(($this->normalise)($value), $delete)', '$this->rows->delete($value, $delete)'];
        yield 'the generation is read after the delete' => [
            ...$rows, '$affected = $delete();', '$affected = $delete(); $version = $this->version();',
        ];
        yield 'loaded as the keys stand in the table' => [...$through, 'yield $normalise((string) $key);', 'yield (string) $key;'];

        $processes = 'ReadThrough/ProcessesTest';
        yield 'removed by two who delete one row' => ['Filter/RowWriter', $processes, 'if ($affected > 0 && ', 'if (', 'PostgreSQL|testOfMany|testIfThe|testARow|testACounting'];
        yield 'all load at once' => ['ReadThrough', $processes, 'return $lock->acquire() ? $lock : null;', 'return $lock;'];
        yield 'written only before the commit' => [...$rows, 'if ($version === null || (', 'if ($version !== null && ('];
        yield 'a rebuild under way is overlooked' => [
            'Filter/RowWriter', $processes, "(\$this->filter->info()['loading_pid'] ?? null) !== null || ", '',
        ];
        yield 'the longest transaction is not waited for' => [
            'ReadThrough', 'ReadThrough/KilledWriterTest', 'LongestTransaction::waitOut($longestTransactionSeconds);', '',
        ];
        yield 'a signal ends the wait' => ['LongestTransaction', 'LongestTransactionTest', '$end = ', 'sleep($seconds); $end = 0 * '];

        yield 'what was read before an update is stored after it' => [
            'ReadThrough', 'Load/UpdatedRowTest', 'while ($lock === null && hrtime(true) < $giveUpAt) {', 'while (false) {',
        ];

        $pilot = 'Pilot/ShadowTest';
        yield 'a filter that is tried out is believed' => [
            'Pilot/Shadow', $pilot, 'return self::maybeForAll($items);', 'return $this->filter->mightContainMany($items);',
        ];
        yield 'disagreements are taken for agreement' => ['Pilot/ShadowQuestion', $pilot, '} elseif ($isThere) {', '} elseif (false) {'];
        yield 'disagreements are taken for races' => [
            'Pilot/ShadowQuestion', $pilot, '$this->shadow->hasLearnt($this->item)', 'true',
        ];
        yield 'races are taken for disagreements' => [
            'Pilot/ShadowQuestion', $pilot, '$this->shadow->hasLearnt($this->item)', 'false',
        ];
        yield 'what is new to a filter that is tried out is told' => [
            'Pilot/Shadow', $pilot, 'return false; // that', 'return true; // that',
        ];
        yield 'disagreements are logged with the item' => ['Pilot/Shadow', $pilot, "'answered_by' => \$by->value", "'answered_by' => \$item"];
        yield 'a filter that is not ready is believed in a pilot' => [
            'Pilot/Shadow', $pilot, 'if (\in_array(true, $answers, true) && !$this->filter->isReady()) {', 'if (false) {',
        ];
        yield 'what a pool saves is spared' => ['KnownKeysPool', $pilot, '($this->questions[$item] ?? null)?->spend();', ''];
        yield 'a value that a pilot finds is taken for the default' => ['KnownKeysCache', $pilot, '$missing = new \stdClass();', '$missing = $default;'];
        yield 'what the cache answers in a pilot is put down to the source' => [
            'ReadThrough', $pilot, '$question->settle($value !== null, AnsweredBy::Cache);', '$question->settle($value !== null);',
        ];
        yield 'processes overwrite the figures of others' => ['Pilot/FileReport', 'Pilot/ReportTest', 'flock($file, LOCK_EX);', ''];
        yield 'questions are counted as often as they are settled' => [
            'Pilot/ShadowQuestion', 'Pilot/ReportTest', 'if ($this->settledBy !== null) {', 'if (false) {',
        ];

        $collations = ['Normalise', 'Collation/CollationTest'];
        yield 'letters above U+FFFF told apart in unicode_ci' => [
            ...$collations, 'self::unaccented(self::below64k(self::valid($value)))', 'self::unaccented($value)', 'PostgreSQL|SQLite|general|520|uca1400',
        ];
        yield 'spaces at the end count' => [
            ...$collations, "return rtrim(self::valid(\$value), ' ');", 'return self::valid($value);', 'PostgreSQL|uca1400|unicode|general',
        ];
        yield 'what follows a NUL counts' => [...$collations, 'explode("\0", $value, 2)[0]', '$value', 'PostgreSQL|MariaDB'];


        $watched = ['Health/Watched', 'Health/WatchedTest'];
        yield 'what is bypassed says absent' => [
            ...$watched,
            'return $this->isBypassed() || $this->filter->mightContain($item);',
            'return !$this->isBypassed() && $this->filter->mightContain($item);',
        ];
        yield 'what is bypassed does not learn' => [
            ...$watched, '$this->filter->add($item) && !$this->isBypassed', '!$this->isBypassed && $this->filter->add($item)',
        ];
        yield 'what is bypassed is blamed' => [...$watched, 'return !$this->isBypassed() && $this->filter->isReady();', 'return true;'];
        yield 'two processes judge at once' => [...$watched, 'if (!flock($file, LOCK_EX | LOCK_NB)) {', 'if (false) {'];
        yield 'a rebuild in the callback is not noticed' => [...$watched, '$this->look(isDue: true);', ''];
        $policy = ['Health/Policy', 'Health/WatchedTest'];
        yield 'no hysteresis' => [
            ...$policy, '$state->cause === Cause::EstimatedRate && $estimated > $limit => $state->cause,', '',
        ];
        yield 'a bypass ends without a measurement' => [...$policy, '$state->cause === Cause::MeasuredRate && !$isOtherVersion => $state->cause,', ''];
        yield 'the last version is held against the new one' => [...$policy, '$isOtherVersion = $readings->version !== $state->version;', '$isOtherVersion = false;'];
        yield 'a long past hides the present' => [...$policy, '$right * $readings->promisedRate >= $this->minReports', 'false'];
        yield 'rebuilds without end' => [...$policy, ' * 2 ** min(max(0, $requests - 1), self::MOST_DOUBLINGS)', ''];
        yield 'rebuilds at every check' => [...$policy, '[$requestedAt, $requests] = [$now, $requests + 1];', ''];
        yield 'a brief recovery ends the cool-down' => [...$policy, 'if ($complaint === null && $isCool) {', 'if ($complaint === null) {'];
        yield 'rebuilds during rebuilds' => [...$policy, ' && !$readings->isLoading', ''];
        $rebuilder = ['Health/Rebuilder', 'Health/RebuilderTest'];
        yield 'a new version that is too small is used' => [...$rebuilder, 'if ($after->isSaturated) {', 'if (false) {'];
        yield 'a new version that lacks half is used' => [
            ...$rebuilder, 'if ($after->count < $this->keptShare * $before->count) {', 'if (false) {',
        ];
        yield 'a new version as large as the old one' => [...$rebuilder, 'max($before->expectedItems, $this->sizeFor($before))', '$before->expectedItems'];
        yield 'the source is read while transactions are open' => [...$rebuilder, 'LongestTransaction::waitOut($longestTransactionSeconds);', ''];

        yield 'lower case in place of folding' => ['Normalise', 'NormaliseTest', 'MB_CASE_FOLD', 'MB_CASE_LOWER'];
    }
}
