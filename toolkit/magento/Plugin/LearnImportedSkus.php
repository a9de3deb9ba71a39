<?php

declare(strict_types=1);

namespace Bloom\Magento\Plugin;

use Bloom\Magento\Model\Keys;
use Magento\CatalogImportExport\Model\Import\Product;

/** Learns the SKUs of an import before they are written, and after. */
class LearnImportedSkus
{
    public function __construct(private readonly Keys $skus) {}

    /**
     * @param array<array<string, mixed>> $entityRowsIn
     * @param array<array<string, mixed>> $entityRowsUp
     */
    public function aroundSaveProductEntity(Product $subject, callable $proceed, array $entityRowsIn, array $entityRowsUp): mixed
    {
        $skus = array_values(array_filter(array_column($entityRowsIn, 'sku'), \is_string(...)));
        $this->skus->learn(...$skus);
        $result = $proceed($entityRowsIn, $entityRowsUp);
        $this->skus->learn(...$skus);

        return $result;
    }
}
