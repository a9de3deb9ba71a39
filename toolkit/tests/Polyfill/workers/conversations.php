<?php

declare(strict_types=1);

/* Uses the class in all manner of right and wrong ways and prints what comes back, exceptions with their messages. */

require __DIR__ . '/../../bootstrap.php';

$directory = $argv[1];
$with = static function (string ...$items): BloomFilter {
    $filter = new BloomFilter(100, 0.01);
    $filter->addMany($items);

    return $filter;
};
$stringable = static fn(string $text): Stringable => new class ($text) implements Stringable {
    public function __construct(private string $text) {}

    public function __toString(): string
    {
        return $this->text;
    }
};
$payload = static fn(BloomFilter $filter): string => md5(substr($filter->export(), 512, -16));
/**
 * @param list<mixed>  $keys
 * @param list<mixed> $values
 */
$generate = static function (array $keys, array $values): Generator {
    foreach ($keys as $i => $key) {
        yield $key => $values[$i];
    }
};

$conversations = [
    // construction and plan()
    ...array_map(static fn(int $n) => static fn() => new BloomFilter($n), [0, -1, PHP_INT_MIN, PHP_INT_MAX, 10 ** 18]),
    ...array_map(
        static fn(float $p) => static fn() => BloomFilter::plan(10, $p),
        [0.0, -0.0, 1.0, 2.0, NAN, INF, -INF, 0.99, 0.500001, 0.99e-9, 1e-300, 5e-324, -0.5],
    ),
    static fn() => BloomFilter::plan(0),
    static fn() => BloomFilter::plan(10 ** 15, 0.5),
    static fn() => BloomFilter::plan(10 ** 12, 1e-9),
    static fn() => BloomFilter::plan(expectedItems: 1000),
    static fn() => call_user_func([$with(), '__construct'], 1),
    static fn() => (new ReflectionClass(BloomFilter::class))->isFinal(),
    static fn() => class_implements(BloomFilter::class),
    // items
    static fn() => [$with()->add('a'), $with('a')->add('a'), $with('')->mightContain(''), $with()->mightContain('')],
    static fn() => [$with("a\0b")->mightContain("a\0b"), $with("a\0b")->mightContain("a\0c")],
    static fn() => $with('7', 's')->mightContainMany([7, '7', '07', $stringable('s'), 's', 'k' => 's', -7]),
    static fn() => $with()->addMany([1, '1', 1, 2, $stringable('2')]),
    static fn() => $with('1')->mightContainMany(['x' => '1', '5' => 'no', 2 => 1]),
    static fn() => $with('1')->mightContainMany($generate(['b', 'a', 10], ['1', '2', 1])),
    static fn() => $with('1')->mightContainMany($generate(['5', 'a', 5], ['1', '2', 1])),
    static fn() => $with('1')->mightContainMany($generate(['5', null], ['1', '2'])),
    static fn() => $with('1')->mightContainMany($generate([1.5], ['1'])),
    static fn() => $with('1')->mightContainMany($generate([[]], ['1'])),
    static fn() => $with('1')->mightContainMany(new ArrayIterator(['a' => '1'])),
    static fn() => $with()->mightContainMany([]),
    ...array_map(static fn(mixed $bad) => static function () use ($with, $bad, $payload) {
        $filter = $with();
        try {
            $filter->addMany(['before', $bad, 'after']);
        } catch (TypeError $error) {
            return [$error->getMessage(), $filter->mightContain('before'), $filter->mightContain('after'), $payload($filter)];
        }

        return 'no error';
    }, [null, true, 1.0, [], new stdClass()]),
    static fn() => $with()->mightContainMany(['a', 1.5]),
    static fn() => $with()->mightContainMany(['a' => 'b', 'c' => false]),
    static fn() => $with()->add(...),
    // rates and counts
    static fn() => $with('a')->estimateFalsePositiveRate(-1),
    static fn() => $with('a')->reportFalsePositives(-1),
    static fn() => count($with('a', 'b', 'c')),
    static fn() => array_diff_key($with('a')->info(), ['created_at' => 0]),
    static function () use ($with) {
        $filter = $with('a');
        $filter->mightContain('a');
        $filter->mightContain('b');
        $filter->mightContainMany(['a', 'b', 'c']);
        $filter->reportFalsePositives();
        $filter->reportFalsePositives(2);

        return array_diff_key($filter->info(), ['created_at' => 0]);
    },
    // rebuild
    static function () use ($with, $payload) {
        $filter = $with('old');
        $log = [];
        $filter->rebuild(static function (BloomFilter $next) use ($filter, &$log): void {
            $log[] = [$filter->mightContain('old'), $next->mightContain('old'), $next->generation()];
            $next->add('loaded');
            $filter->add('meanwhile');
            $filter->addMany(['many']);
            $log[] = [$next->mightContain('meanwhile'), $filter->mightContain('loaded')];
        }, 500, 0.001);

        return [$log, $filter->generation(), $filter->info()['expected_items'], $filter->info()['rebuild_count'],
            $filter->mightContainMany(['old', 'loaded', 'meanwhile', 'many']), $payload($filter)];
    },
    ...array_map(static fn(Closure $call) => static function () use ($with, $call) {
        $answer = null;
        $with('old')->rebuild(static function (BloomFilter $next) use ($call, &$answer): void {
            $answer = $call($next);
        });

        return $answer;
    }, [
        static fn(BloomFilter $next) => [$next->isReady(), $next->info()['ready'], $next->add('a'), $next->addMany(['b'])],
        static fn(BloomFilter $next) => [$next->mightContainMany(['x', 'y']), count($next)],
        static fn(BloomFilter $next) => $next->export(),
        static fn(BloomFilter $next) => $next->save('php://memory'),
        static fn(BloomFilter $next) => serialize($next),
        static fn(BloomFilter $next) => (clone $next)->isReady(),
        static fn(BloomFilter $next) => $with()->merge($next),
        static fn(BloomFilter $next) => $next->clear(),
        static fn(BloomFilter $next) => $next->rebuild(static fn() => null),
    ]),
    static function () use ($with) {
        $filter = $with('old');
        try {
            $filter->rebuild(static fn() => throw new DomainException('the source is gone'));
        } catch (DomainException $exception) {
            return [$filter->generation(), $filter->mightContain('old'), $exception->getMessage()];
        }

        return 'no exception';
    },
    static fn() => $with()->rebuild(static fn() => null, 0),
    static fn() => $with()->rebuild(static fn() => null, null, 0.7),
    static function () use ($with) {
        $filter = $with();
        $filter->rebuild(static fn() => $filter->rebuild(static fn() => null));
    },
    static function () use ($with) {
        $filter = $with();
        $filter->rebuild(static fn() => $filter->clear());
    },
    ...array_map(static fn(bool $isSameSize) => static function () use ($with, $isSameSize) {
        $filter = $with();
        $filter->rebuild(static fn() => $filter->merge($with('merged')), $isSameSize ? null : 900);

        return $filter->mightContain('merged');
    }, [true, false]),
    ...array_map(static fn(Closure $call) => static function () use ($with, $call) {
        $kept = null;
        $with()->rebuild(static function (BloomFilter $next) use (&$kept): void {
            $kept = $next;
        });

        assert($kept instanceof BloomFilter);

        return $call($kept);
    }, [
        static fn(BloomFilter $filter) => $filter->isReady(),
        static fn(BloomFilter $filter) => $filter->mightContain('x'),
        static fn(BloomFilter $filter) => $filter->mightContainMany(['x']),
        static fn(BloomFilter $filter) => $filter->add('x'),
        static fn(BloomFilter $filter) => $filter->addMany(['x']),
        static fn(BloomFilter $filter) => $filter->count(),
        static fn(BloomFilter $filter) => $filter->generation(),
        static fn(BloomFilter $filter) => $filter->export(),
        static fn(BloomFilter $filter) => $filter->__debugInfo(),
    ]),
    // clear, clone, merge
    static function () use ($with) {
        $filter = $with('a');
        $filter->clear();

        return [$filter->mightContain('a'), $filter->generation(), count($filter), $filter->info()['rebuild_count']];
    },
    static function () use ($with) {
        $filter = $with('a');
        $filter->mightContain('a');
        $copy = clone $filter;
        $copy->add('b');

        return [$filter->mightContain('b'), $copy->mightContain('b'), $copy->info()['lookups'], $copy->generation()];
    },
    static function () use ($with, $payload) {
        $filter = $with('a');
        $filter->merge($with('b', 'c'));
        $filter->merge($filter);

        return [$filter->mightContainMany(['a', 'b', 'c', 'd']), $payload($filter)];
    },
    static fn() => $with()->merge(new BloomFilter(5000)),
    static fn() => [$with()->isCompatibleWith($with()), $with()->isCompatibleWith(new BloomFilter(5000))],
    // serialization and files
    static function () use ($with) {
        $filter = unserialize(serialize($with('a')));

        return $filter instanceof BloomFilter ? $filter->mightContainMany(['a', 'b']) : 'another class';
    },
    static fn() => unserialize('O:11:"BloomFilter":0:{}'),
    static fn() => unserialize('O:11:"BloomFilter":1:{s:5:"image";i:1;}'),
    static fn() => unserialize('O:11:"BloomFilter":1:{s:5:"image";s:3:"abc";}'),
    static fn() => unserialize('O:11:"BloomFilter":2:{s:5:"image";s:3:"abc";s:1:"x";N;}'),
    static fn() => $with()->__unserialize([]),
    static fn() => BloomFilter::import(''),
    static fn() => BloomFilter::import('not an image'),
    static fn() => $with()->save(''),
    static fn() => $with()->save("a\0b"),
    static fn() => $with()->save($directory),
    static fn() => BloomFilter::load(''),
    static fn() => BloomFilter::load($directory),
    static fn() => BloomFilter::load($directory . '/absent.bloom'),
    static function () use ($with, $directory) {
        $path = $directory . '/saved.bloom';
        file_put_contents($path, 'before');
        chmod($path, 0640);
        $filter = $with('kept');
        $filter->save($path);
        $found = [
            BloomFilter::load($path)->export() === $filter->export(),
            decoct((int) fileperms($path) & 0777),
            array_values(array_diff((array) scandir($directory), ['.', '..'])),
        ];
        file_put_contents($path, 'x', FILE_APPEND);
        try {
            BloomFilter::load($path);
        } catch (Bloom\CorruptImageException $exception) {
            $found[] = $exception->getMessage();
        }
        unlink($path);

        return $found;
    },
    static function () use ($with, $directory) {
        $with('linked')->save($directory . '/target.bloom');
        symlink($directory . '/target.bloom', $directory . '/link.bloom');
        $with('through the link')->save($directory . '/link.bloom');
        $found = [is_link($directory . '/link.bloom'), BloomFilter::load($directory . '/target.bloom')->mightContain('through the link')];
        unlink($directory . '/link.bloom');
        unlink($directory . '/target.bloom');

        return $found;
    },
    static function () use ($with) {
        $stream = 'php://memory';
        $with('a')->save($stream);

        return 'saved to a stream';
    },
    static fn() => BloomFilter::load('data:;base64,' . base64_encode($with('a')->export()))->mightContain('a'),
];

foreach ($conversations as $number => $conversation) {
    try {
        $result = $conversation();
        $outcome = $result instanceof Closure || $result instanceof BloomFilter ? get_class($result) : json_encode($result);
    } catch (Throwable $throwable) {
        $outcome = get_class($throwable) . ': ' . $throwable->getMessage();
    }
    echo $number, ': ', $outcome, "\n";
}
