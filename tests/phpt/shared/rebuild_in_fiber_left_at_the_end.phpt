--TEST--
A rebuild in a fiber that is still suspended when the request has ended is thrown away
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
$filter = BloomFilter::shared('ids', 1000, 0.01, null);
$filter->add('a');
/* output is flushed after the destructors have run, and fibers are left to the very end */
ob_start(function (string $output) use ($filter): string {
    $GLOBALS['fiber'] = new Fiber(function () use ($filter): void {
        $filter->rebuild(function (BloomFilter $next): void {
            $next->add('b');
            Fiber::suspend();
        });
    });
    $GLOBALS['fiber']->start();
    return $output;
});
echo "started\n";
?>
--EXPECT--
started
