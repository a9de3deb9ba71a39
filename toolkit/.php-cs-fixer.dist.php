<?php

declare(strict_types=1);

use PhpCsFixer\Config;
use PhpCsFixer\Finder;

return (new Config())
    ->setRiskyAllowed(true)
    ->setRules([
        '@PER-CS' => true,
        'declare_strict_types' => true,
        'no_unused_imports' => true,
        'ordered_imports' => true,
        'strict_comparison' => true,
        'strict_param' => true,
    ])
    ->setCacheFile(__DIR__ . '/.cache/php-cs-fixer')
    ->setFinder(Finder::create()->in([__DIR__ . '/magento', __DIR__ . '/polyfill', __DIR__ . '/src', __DIR__ . '/tests', __DIR__ . '/../examples'])->exclude(['third-party', 'frameworks/vendor'])->notPath('/^Normalise\/(general|unicode)\.php$/'));
