<?php

declare(strict_types=1);

namespace Bloom\Magento\Model;

/** The filters of the shop, by name. */
class AllKeys
{
    /** @param array<string, Keys> $keys */
    public function __construct(private readonly array $keys) {}

    /**
     * @param list<string> $names none: all
     *
     * @return array<string, Keys>
     *
     * @throws \InvalidArgumentException
     */
    public function named(array $names = []): array
    {
        foreach ($names as $name) {
            if (!isset($this->keys[$name])) {
                throw new \InvalidArgumentException("There is no filter {$name}; there are " . implode(', ', array_keys($this->keys)));
            }
        }

        return $names === [] ? $this->keys : array_intersect_key($this->keys, array_flip($names));
    }
}
