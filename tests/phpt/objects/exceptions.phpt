--TEST--
All exceptions of the extension are Bloom\FilterException, which is a RuntimeException
--FILE--
<?php
declare(strict_types=1);
foreach (['NotFound', 'CorruptImage', 'IncompatibleFilter', 'FilterFull', 'Storage'] as $name) {
    $class = "Bloom\\{$name}Exception";
    $exception = new $class('text', 7, new LogicException());
    echo $class, ': ', implode(' < ', class_parents($exception)), ', ', $exception->getMessage(), ' ', $exception->getCode(), ' ', get_class($exception->getPrevious()), "\n";
}
class Own extends Bloom\FilterException {}
try {
    throw new Own('own');
} catch (Bloom\FilterException $exception) {
    echo $exception->getMessage(), "\n";
}
?>
--EXPECT--
Bloom\NotFoundException: Bloom\FilterException < RuntimeException < Exception, text 7 LogicException
Bloom\CorruptImageException: Bloom\FilterException < RuntimeException < Exception, text 7 LogicException
Bloom\IncompatibleFilterException: Bloom\FilterException < RuntimeException < Exception, text 7 LogicException
Bloom\FilterFullException: Bloom\FilterException < RuntimeException < Exception, text 7 LogicException
Bloom\StorageException: Bloom\FilterException < RuntimeException < Exception, text 7 LogicException
own
