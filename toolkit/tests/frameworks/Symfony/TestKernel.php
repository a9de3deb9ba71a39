<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Frameworks\Symfony;

use Bloom\Toolkit\Symfony\BloomBundle;
use Psr\Log\NullLogger;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Bundle\SecurityBundle\SecurityBundle;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Bundle\BundleInterface;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

/** An application: /me needs a token, /logout blocks it. */
final class TestKernel extends Kernel implements CompilerPassInterface
{
    use MicroKernelTrait;

    /**
     * @param string                                  $directory of the application's own, for what Symfony compiles
     * @param \Closure(ContainerConfigurator): mixed  $configure
     * @param list<string>                            $public    services that the test asks for
     * @param list<class-string<BundleInterface>>     $uses
     */
    public function __construct(
        private readonly string $directory,
        private readonly \Closure $configure,
        private readonly array $public,
        private readonly array $uses = [FrameworkBundle::class, BloomBundle::class],
        bool $isDebug = false,
    ) {
        parent::__construct('test', $isDebug);
    }

    public function getProjectDir(): string
    {
        return $this->directory;
    }

    /** @return iterable<BundleInterface> */
    public function registerBundles(): iterable
    {
        foreach ($this->uses as $bundle) {
            yield new $bundle();
        }
    }

    protected function configureContainer(ContainerConfigurator $container): void
    {
        $container->extension('framework', [
            'secret' => 'secret',
            'http_method_override' => false,
            'handle_all_throwables' => true,
            'php_errors' => ['log' => true],
            'cache' => ['directory' => "{$this->directory}/pools"],
        ]);
        if (\in_array(SecurityBundle::class, $this->uses, true)) {
            $container->extension('lexik_jwt_authentication', [
                'secret_key' => str_repeat('a secret of 32 bytes or more', 2),
                'encoder' => ['signature_algorithm' => 'HS256'],
                'blocklist_token' => ['enabled' => true, 'cache' => 'cache.app'],
            ]);
            $container->extension('security', [
                'providers' => ['all' => ['memory' => ['users' => ['alice' => ['roles' => ['ROLE_USER']]]]]],
                'firewalls' => ['api' => ['stateless' => true, 'jwt' => null, 'logout' => ['path' => '/logout']]],
                'access_control' => [['path' => '^/me', 'roles' => 'ROLE_USER']],
            ]);
        }
        $container->services()->set('logger', NullLogger::class);
        ($this->configure)($container);
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('me', '/me')->controller([$this, 'me']);
        $routes->add('logout', '/logout');
    }

    public function me(): Response
    {
        return new Response('me');
    }

    public function process(ContainerBuilder $container): void
    {
        foreach ($this->public as $id) {
            $container->hasAlias($id) ? $container->getAlias($id)->setPublic(true) : $container->getDefinition($id)->setPublic(true);
        }
    }
}
