<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Symfony;

use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;
use Symfony\Component\DependencyInjection\ChildDefinition;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Reference;

/**
 * Decorates the configured pools, once it is known which of them have tags.
 *
 * @internal
 */
final class KnownKeysPass implements CompilerPassInterface
{
    public function process(ContainerBuilder $container): void
    {
        /** @var array<string, string> $pools */
        $pools = $container->getParameter('bloom.pools');
        foreach ($pools as $pool => $filter) {
            $id = "bloom.pool.{$pool}";
            $class = self::classOf($container, $container->findDefinition($pool));
            $container->register($id, is_a($class, TagAwareAdapterInterface::class, true) ? KnownKeysTagAwareAdapter::class : KnownKeysAdapter::class)
                ->setDecoratedService($pool)
                ->setArguments([new Reference("{$id}.inner"), new Reference("bloom.filter.{$filter}"), new Reference('logger')]);
        }
    }

    private static function classOf(ContainerBuilder $container, Definition $definition): string
    {
        while ($definition->getClass() === null && $definition instanceof ChildDefinition) {
            $definition = $container->findDefinition($definition->getParent());
        }
        $class = $container->getParameterBag()->resolveValue($definition->getClass());

        return \is_string($class) ? $class : '';
    }
}
