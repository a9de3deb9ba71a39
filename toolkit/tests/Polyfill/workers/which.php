<?php

declare(strict_types=1);

require __DIR__ . '/../../bootstrap.php';

echo (new ReflectionClass(BloomFilter::class))->isInternal() ? 'extension' : 'PHP';
