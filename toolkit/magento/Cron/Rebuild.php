<?php

declare(strict_types=1);

namespace Bloom\Magento\Cron;

use Bloom\Magento\Model\AllKeys;

/** Every night: forgets what was deleted, and grows the filters with the tables. */
class Rebuild
{
    public function __construct(private readonly AllKeys $all) {}

    public function execute(): void
    {
        foreach ($this->all->named() as $keys) {
            $keys->build();
        }
    }
}
