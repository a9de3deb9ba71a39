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
            $definition = $container->findDefinition($pool);
            $class = self::classOf($container, $definition);
            self::keepCallbackWrapper($definition, $pool, "{$id}.inner");
            $container->register($id, is_a($class, TagAwareAdapterInterface::class, true) ? KnownKeysTagAwareAdapter::class : KnownKeysAdapter::class)
                ->setDecoratedService($pool)
                ->setArguments([new Reference("{$id}.inner"), new Reference("bloom.filter.{$filter}"), new Reference('logger')]);
        }
    }

    /** With `early_expiration_message_bus` a pool asks itself, by its id, for what wraps callbacks; under that id is the decorator now. */
    private static function keepCallbackWrapper(Definition $definition, string $pool, string $inner): void
    {
        /** @var list<array{string, array<mixed>}> $calls */
        $calls = $definition->getMethodCalls();
        foreach ($calls as [$method, $arguments]) {
            $dispatcher = $method === 'setCallbackWrapper' ? $arguments[0] ?? null : null;
            $previous = $dispatcher instanceof Definition ? $dispatcher->getArguments()[2] ?? null : null;
            $asked = $previous instanceof Definition ? $previous->getFactory() : null;
            if ($previous instanceof Definition && \is_array($asked) && $asked[0] instanceof Reference && (string) $asked[0] === $pool) {
                $previous->setFactory([new Reference($inner), 'setCallbackWrapper']);
            }
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
