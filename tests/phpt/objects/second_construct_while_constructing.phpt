--TEST--
A constructor called while another reads its arguments makes the filter, and the other one fails
--DESCRIPTION--
A lossy float argument calls the error handler in the middle of the constructor. What was added meanwhile must stay.
--FILE--
<?php
require __DIR__ . '/../support.inc';
set_error_handler(static function () use (&$captured): bool {
    foreach (debug_backtrace(DEBUG_BACKTRACE_PROVIDE_OBJECT) as $frame) {
        if (($frame['object'] ?? null) instanceof BloomFilter) {
            $captured = $frame['object'];
            $captured->__construct(5000);
            $captured->add('added meanwhile');
        }
    }

    return true;
});
thrown(fn() => new BloomFilter(10.5));
restore_error_handler();
var_dump($captured->mightContain('added meanwhile'), $captured->info()['expected_items']);
?>
--EXPECT--
Error: BloomFilter::__construct() must not be called on an existing filter
bool(true)
int(5000)
