--TEST--
A path of an unknown scheme touches nothing if an error handler throws at the warning
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
chdir(scratch_directory());
mkdir('foo:');
set_error_handler(fn(int $level, string $message) => throw new ErrorException($message));
thrown(fn() => filter_of(['a'])->save('foo://filter'));
thrown(fn() => BloomFilter::load('foo://filter'));
thrown(fn() => BloomFilter::open('foo://filter', 10, 0.1, null));
var_dump(scandir('foo:') === ['.', '..']);
?>
--EXPECT--
ErrorException: BloomFilter::save(): Unable to find the wrapper "foo" - did you forget to enable it when you configured PHP?
ErrorException: BloomFilter::load(): Unable to find the wrapper "foo" - did you forget to enable it when you configured PHP?
ErrorException: BloomFilter::open(): Unable to find the wrapper "foo" - did you forget to enable it when you configured PHP?
bool(true)
