<?php

declare(strict_types=1);

namespace Bloom\Magento\Plugin;

use Bloom\Magento\Model\Keys;
use Magento\Customer\Api\AccountManagementInterface;

/** An address that is certainly no customer's, on any website, is available. */
class ShieldEmails
{
    public function __construct(private readonly Keys $emails) {}

    /**
     * @param string|null     $customerEmail
     * @param int|string|null $websiteId
     */
    public function aroundIsEmailAvailable(
        AccountManagementInterface $subject,
        callable $proceed,
        #[\SensitiveParameter]
        $customerEmail,
        $websiteId = null,
    ): bool {
        return $this->emails->areAbsent((string) $customerEmail) || $proceed($customerEmail, $websiteId) === true;
    }
}
