<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Symfony;

use Bloom\MembershipFilter;

final class FilterConsumer
{
    public function __construct(public readonly MembershipFilter $cacheKeysFilter) {}
}
