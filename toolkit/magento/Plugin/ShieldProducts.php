<?php

declare(strict_types=1);

namespace Bloom\Magento\Plugin;

use Bloom\Magento\Model\Keys;
use Magento\Catalog\Api\Data\ProductInterface;
use Magento\Catalog\Api\ProductRepositoryInterface;
use Magento\Framework\Exception\NoSuchEntityException;

/** A product whose SKU is certainly not there is not looked for. */
class ShieldProducts
{
    public function __construct(private readonly Keys $skus) {}

    /**
     * @param string|int|null $sku
     * @param bool            $editMode
     * @param int|string|null $storeId
     * @param bool            $forceReload
     *
     * @throws NoSuchEntityException
     */
    public function aroundGet(
        ProductRepositoryInterface $subject,
        callable $proceed,
        $sku,
        $editMode = false,
        $storeId = null,
        $forceReload = false,
    ): ProductInterface {
        if ($this->skus->areAbsent((string) $sku)) {
            throw NoSuchEntityException::singleField('sku', (string) $sku);
        }
        try {
            $product = $proceed($sku, $editMode, $storeId, $forceReload);
            \assert($product instanceof ProductInterface);

            return $product;
        } catch (NoSuchEntityException $exception) {
            $this->skus->wereAbsentAfterAll();
            throw $exception;
        }
    }
}
