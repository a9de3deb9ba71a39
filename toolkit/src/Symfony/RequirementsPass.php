<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Symfony;

use Symfony\Component\Config\Definition\Exception\InvalidConfigurationException;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;

/**
 * Names what other bundles lack, once all of them are there.
 *
 * @internal
 */
final class RequirementsPass implements CompilerPassInterface
{
    public const LEXIK = 'lexik_jwt_authentication.blocked_token_manager';
    public const BUS = 'messenger.default_bus';

    public function process(ContainerBuilder $container): void
    {
        if ($container->hasDefinition(LexikBlockedTokens::class) && !$container->has(self::LEXIK)) {
            $bundles = $container->getParameter('kernel.bundles');
            throw new InvalidConfigurationException('bloom.revocation.lexik: ' . (
                \is_array($bundles) && isset($bundles['LexikJWTAuthenticationBundle'])
                    ? 'the blocklist of LexikJWTAuthenticationBundle is off; set lexik_jwt_authentication.blocklist_token.enabled to true'
                    : 'LexikJWTAuthenticationBundle is not among the bundles of this application; add it, or leave lexik out'
            ));
        }
        /** @var array<string, string> $requests */
        $requests = $container->getParameter('bloom.rebuild_requests');
        foreach ($requests as $filter => $service) {
            if (!$container->has($service)) {
                throw new InvalidConfigurationException("bloom.filters.{$filter}.recovery.request: there is no service \"{$service}\"" . (
                    $service === self::BUS ? '; install symfony/messenger and enable framework.messenger, or name a service that takes the request' : ''
                ));
            }
        }
    }
}
