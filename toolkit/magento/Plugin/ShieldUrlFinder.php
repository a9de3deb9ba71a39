<?php

declare(strict_types=1);

namespace Bloom\Magento\Plugin;

use Bloom\Magento\Model\Keys;
use Magento\UrlRewrite\Model\UrlFinderInterface;

/** Floods of requests for pages that do not exist stop here. */
class ShieldUrlFinder
{
    public function __construct(private readonly Keys $paths) {}

    /**
     * @param array<string, mixed> $data
     */
    public function aroundFindOneByData(UrlFinderInterface $subject, callable $proceed, array $data): mixed
    {
        $path = $data['request_path'] ?? null;
        if (!\is_string($path) || $path === '') {
            return $proceed($data);
        }
        if ($this->paths->areAbsent(...self::candidates($path))) {
            return null;
        }
        $rewrite = $proceed($data);
        if ($rewrite === null) {
            $this->paths->wereAbsentAfterAll();
        }

        return $rewrite;
    }

    /**
     * What Magento looks for: the path, also without its percent signs, or, where categories are in URLs that are not stored, its last part.
     *
     * @return list<string>
     */
    private static function candidates(string $path): array
    {
        $candidates = [];
        foreach (array_unique([$path, urldecode($path)]) as $spelling) {
            $trimmed = trim($spelling, ' /');
            array_push($candidates, $trimmed, (string) preg_replace('~^.*/~s', '', $trimmed));
        }

        return array_values(array_unique($candidates));
    }
}
