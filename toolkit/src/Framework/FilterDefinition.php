<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Framework;

use Bloom\CountingFilter;
use Bloom\MembershipFilter;
use Bloom\RotatingFilter;
use Bloom\ScalableFilter;
use Bloom\StorageException;
use Bloom\Toolkit\Health\Rebuilder;
use Bloom\Toolkit\LongestTransaction;
use Psr\Log\LoggerInterface;

/** A named filter as an application's configuration describes it. */
final readonly class FilterDefinition
{
    /** As in info()['kind']. A cuckoo filter cannot be shared. */
    public const KINDS = ['bloom', 'counting', 'scalable', 'rotating'];

    private const CLASSES = [
        'bloom' => \BloomFilter::class, 'counting' => CountingFilter::class, 'scalable' => ScalableFilter::class, 'rotating' => RotatingFilter::class,
    ];

    /**
     * @param bool                           $isShared                  false: private to the process, which does not learn what others add
     * @param int                            $windowSeconds             of the kind "rotating"
     * @param int                            $generations               of the kind "rotating"
     * @param ?\Closure(): iterable<mixed>   $items                     all that the filter must know; null: it rightly starts empty
     * @param ?\Closure(string): string      $normalise                 the form of an item in the filter
     * @param int                            $longestTransactionSeconds of those that add items: the time to wait before $items is read
     * @param bool                           $isLoadedOnFirstUse        true: whoever needs it first loads it, be it a web request;
     *                                                                  false: it is not ready until it has been built
     * @param ?PilotSettings                 $pilot                     it is tried out, and not believed
     * @param ?RecoverySettings              $recovery                  of a shared filter with a source, or one that may start empty
     *
     * @throws \InvalidArgumentException
     */
    public function __construct(
        public string $name,
        public int $expectedItems,
        public float $falsePositiveRate = 0.01,
        public string $kind = 'bloom',
        public bool $isShared = true,
        public int $windowSeconds = 86_400,
        public int $generations = 4,
        public ?\Closure $items = null,
        public ?\Closure $normalise = null,
        public int $longestTransactionSeconds = 10,
        public bool $isLoadedOnFirstUse = false,
        public ?PilotSettings $pilot = null,
        public ?RecoverySettings $recovery = null,
    ) {
        if (!\in_array($kind, self::KINDS, true)) {
            throw new \InvalidArgumentException("The filter {$name} must be of one of the kinds " . implode(', ', self::KINDS));
        }
        if ($longestTransactionSeconds < 0) {
            throw new \InvalidArgumentException("The longest transaction of the filter {$name} must not be negative");
        }
        if ($recovery !== null && !$isShared) {
            throw new \InvalidArgumentException("The filter {$name} is private, and cannot recover: processes that know of each other share it");
        }
        if ($recovery !== null && $recovery->startsEmpty !== ($items === null)) {
            throw new \InvalidArgumentException("To recover, the filter {$name} must " . ($items === null
                ? 'have a source, or be said to start empty, which is right for the keys of a cache and for nothing else'
                : 'not start empty: it has a source'));
        }
    }

    /** The form of an item in the filter. */
    public function form(#[\SensitiveParameter] string $item): string
    {
        return $this->normalise === null ? $item : ($this->normalise)($item);
    }

    /**
     * Null: it has not been built yet. Asking the source of truth is then right, and adding needs no filter, since the
     * build waits for transactions that began before it.
     *
     * @throws \Exception what the source of the items throws, if they are loaded here
     */
    public function open(): ?MembershipFilter
    {
        if (!($this->isShared ? method_exists(self::CLASSES[$this->kind], 'shared') : class_exists(self::CLASSES[$this->kind]))) {
            throw new StorageException("Cannot open the filter {$this->name}: the extension bloom is not loaded in this PHP");
        }
        if ($this->items !== null && $this->isShared && !$this->isLoadedOnFirstUse) {
            try {
                $filter = match ($this->kind) {
                    'bloom' => \BloomFilter::attach($this->name),
                    'counting' => CountingFilter::attach($this->name),
                    'scalable' => ScalableFilter::attach($this->name),
                    default => RotatingFilter::attach($this->name),
                };
            } catch (\Bloom\NotFoundException) {
                return null;
            }
            $this->assertLoaded();

            return $filter;
        }

        return $this->create($this->items === null ? null : $this->load(...));
    }

    /**
     * Makes the filter if it is not there, and otherwise builds it anew; the old version answers until then.
     *
     * @param ?\Closure(): void $onItem called for each item
     * @param ?\Closure(): void $wait   instead of waiting for the longest transaction: called once the build is announced, so that
     *                                  what is added from then on is in the new version, too; returns when transactions that began
     *                                  before have ended
     *
     * @return int how many items it was given
     *
     * @throws \Exception what the source of the items throws; the old version stays
     */
    public function build(?\Closure $onItem = null, ?\Closure $wait = null): int
    {
        if ($this->items === null || !$this->isShared) {
            throw new \LogicException("The filter {$this->name} is not built: " . ($this->isShared ? 'it has no source' : 'it is private'));
        }
        $counts = [];
        $load = function (MembershipFilter $filter) use (&$counts, $onItem, $wait): void {
            $counts[] = $this->load($filter, $onItem, $wait);
        };
        $filter = $this->create($load);
        if ($counts === []) { // it was there
            $filter->rebuild($load);
        }

        return array_sum($counts);
    }

    /**
     * Builds it anew at the size that what it holds needs.
     *
     * @internal see Filters::rebuild()
     */
    public function rebuild(LoggerInterface $logger, ?float $keptShare): bool
    {
        if (!$this->isShared || ($this->items === null && $this->recovery?->startsEmpty !== true)) {
            throw new \LogicException("The filter {$this->name} is not rebuilt: " . ($this->isShared ? 'it has no source' : 'it is private'));
        }
        $filter = $this->open();
        if ($filter === null) {
            $this->build();

            return true;
        }
        $rebuilder = new Rebuilder(
            $this->recovery->headroom ?? 1.5,
            $keptShare ?? ($this->items === null ? 0.0 : $this->recovery->keptShare ?? 0.5),
            $logger,
        );

        return $rebuilder->rebuild($filter, fn(MembershipFilter $next): int => $this->load($next), 0); // load() waits
    }

    /**
     * Somebody may have made the filter without a source; it is then empty, and would be ready. A loader, even one that
     * fails, ends that. Any filter is large enough for one item.
     */
    private function assertLoaded(): void
    {
        $failure = new \RuntimeException('Filters with a source are loaded by a build');
        $loader = static fn(): never => throw $failure;
        try {
            $this->create($loader, 1, 0.5);
        } catch (\RuntimeException $exception) {
            if ($exception !== $failure) {
                throw $exception;
            }
        }
    }

    /**
     * @param ?\Closure(): void $onItem
     * @param ?\Closure(): void $wait
     */
    private function load(MembershipFilter $filter, ?\Closure $onItem = null, ?\Closure $wait = null): int
    {
        if ($wait !== null) {
            $wait();
        } elseif ($this->isShared) {
            LongestTransaction::waitOut($this->longestTransactionSeconds);
        }
        $count = 0;
        $forms = function () use (&$count, $onItem): \Generator {
            foreach ($this->items === null ? [] : ($this->items)() as $item) {
                if (!\is_string($item) && !\is_int($item) && !$item instanceof \Stringable) {
                    throw new \UnexpectedValueException("The source of the filter {$this->name} yields " . get_debug_type($item));
                }
                yield $this->form((string) $item);
                $count++;
                if ($onItem !== null) {
                    $onItem();
                }
            }
        };
        $filter->addMany($forms());

        return $count;
    }

    private function create(?\Closure $loader, ?int $items = null, ?float $rate = null): MembershipFilter
    {
        [$name, $window, $generations] = [$this->name, $this->windowSeconds, $this->generations];
        $items ??= $this->expectedItems;
        $rate ??= $this->falsePositiveRate;
        if ($this->isShared) {
            return match ($this->kind) {
                'bloom' => \BloomFilter::shared($name, $items, $rate, $loader),
                'counting' => CountingFilter::shared($name, $items, $rate, $loader),
                'scalable' => ScalableFilter::shared($name, $items, $rate, $loader),
                default => RotatingFilter::shared($name, $items, $rate, $window, $generations, $loader),
            };
        }
        $filter = match ($this->kind) {
            'bloom' => new \BloomFilter($items, $rate),
            'counting' => new CountingFilter($items, $rate),
            'scalable' => new ScalableFilter($items, $rate),
            default => new RotatingFilter($items, $rate, $window, $generations),
        };
        if ($loader !== null) {
            $loader($filter);
        }

        return $filter;
    }
}
