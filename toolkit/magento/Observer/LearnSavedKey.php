<?php

declare(strict_types=1);

namespace Bloom\Magento\Observer;

use Bloom\Magento\Model\Keys;
use Magento\Framework\Event\Observer;
use Magento\Framework\Event\ObserverInterface;
use Magento\Framework\Model\AbstractModel;

/** Learns the key of a model that is saved. A delete needs nothing: its key costs a query now and then until the next build. */
class LearnSavedKey implements ObserverInterface
{
    /** @param array<array{model: class-string<AbstractModel>, field: string, keys: Keys}> $sources */
    public function __construct(private readonly array $sources) {}

    /** @return void */
    public function execute(Observer $observer)
    {
        $model = $observer->getData('object');
        foreach ($this->sources as ['model' => $class, 'field' => $field, 'keys' => $keys]) {
            if ($model instanceof $class) {
                $value = $model->getData($field);
                if (\is_string($value) || \is_int($value)) {
                    $keys->learn((string) $value);
                }
            }
        }
    }
}
