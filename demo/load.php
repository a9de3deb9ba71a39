<?php

declare(strict_types=1);

/* Run by cron or at deployment: fills the shared filter, unless it is filled. php load.php DATABASE */

namespace Bloom\Demo;

require __DIR__ . '/tokens.php';

$start = hrtime(true);
$revoked = revoked_filter(database($argv[1]));
printf("%.0f %d\n", (hrtime(true) - $start) / 1e6, count($revoked));
