<?php

declare(strict_types=1);

namespace Bloom\Magento\Plugin;

use Bloom\Magento\Model\Keys;
use Magento\UrlRewrite\Model\UrlPersistInterface;
use Magento\UrlRewrite\Service\V1\Data\UrlRewrite;

/** Learns paths before they are written, and after. */
class LearnPaths
{
    public function __construct(private readonly Keys $paths) {}

    /**
     * @param array<UrlRewrite> $urls
     */
    public function aroundReplace(UrlPersistInterface $subject, callable $proceed, array $urls): mixed
    {
        $paths = array_values(array_map(static fn(UrlRewrite $url): string => $url->getRequestPath(), $urls));
        $this->paths->learn(...$paths);
        $result = $proceed($urls);
        $this->paths->learn(...$paths);

        return $result;
    }
}
