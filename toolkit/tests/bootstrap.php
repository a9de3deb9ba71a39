<?php

declare(strict_types=1);

require __DIR__ . '/../vendor/autoload.php';

// MutationTest runs tests over a changed copy of a class
$mutant = getenv('BLOOM_TEST_MUTANT');
if (is_string($mutant) && $mutant !== '') {
    require $mutant;
}
