<?php

declare(strict_types=1);

namespace Bloom\Magento\Cache;

use Magento\Framework\Cache\MultiLoadInterface;

// Versions of Magento before 2026 have no such interface.
if (interface_exists(MultiLoadInterface::class)) {
    interface MultiLoad extends MultiLoadInterface {}
} else {
    interface MultiLoad {}
}
