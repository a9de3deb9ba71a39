<?php

declare(strict_types=1);

use Bloom\MembershipFilter;

require __DIR__ . '/../toolkit/vendor/autoload.php'; // yours: vendor/autoload.php

/**
 * The filter of the example: shared by all processes of this machine where the extension is, private without it.
 *
 * @param callable(MembershipFilter): mixed $loader
 */
function exampleFilter(string $name, int $expectedItems, float $falsePositiveRate, callable $loader): MembershipFilter
{
    // @phpstan-ignore function.impossibleType (it analyses the class in PHP)
    if (method_exists(BloomFilter::class, 'shared')) {
        $filter = BloomFilter::shared($name, $expectedItems, $falsePositiveRate, $loader);
    } else {
        $filter = new BloomFilter($expectedItems, $falsePositiveRate);
        $loader($filter);
    }
    assert($filter instanceof MembershipFilter);

    return $filter;
}
