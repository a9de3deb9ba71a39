<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Tests\Magento;

use Magento\Framework\Component\ComponentRegistrar;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/doubles.php';

/** The module's files against each other and the published signatures; not Magento's own compilation of them. */
final class ModuleTest extends TestCase
{
    private const MODULE = __DIR__ . '/../../magento';

    private Wiring $wiring;

    protected function setUp(): void
    {
        $this->wiring = new Wiring(self::MODULE . '/etc/di.xml');
    }

    public function testTheModuleRegistersUnderTheNameOfItsXml(): void
    {
        require self::MODULE . '/registration.php';
        $xml = new \SimpleXMLElement((string) file_get_contents(self::MODULE . '/etc/module.xml'));

        self::assertSame(realpath(self::MODULE), ComponentRegistrar::$registered["module {$xml->module['name']}"] ?? null);
    }

    public function testComposerKnowsItForAModuleOfMagento(): void
    {
        /** @var array{type: string, autoload: array{files: list<string>, 'psr-4': array<string, string>}} $composer */
        $composer = json_decode((string) file_get_contents(self::MODULE . '/composer.json'), true, 512, JSON_THROW_ON_ERROR);

        self::assertSame('magento2-module', $composer['type']);
        self::assertSame(['registration.php'], $composer['autoload']['files']);
        self::assertSame(['Bloom\Magento\\' => ''], $composer['autoload']['psr-4']);
    }

    #[DataProvider('files')]
    public function testEveryClassThatIsNamedInXmlIsThere(string $file): void
    {
        $document = new \DOMDocument();
        self::assertTrue($document->load($file));
        preg_match_all('/[>"]((?:Bloom|Magento)\\\\[A-Za-z0-9\\\\]+)[<"]/', (string) file_get_contents($file), $names);
        foreach (array_unique($names[1]) as $name) {
            $class = $this->wiring->className($name);
            self::assertTrue(class_exists($class) || interface_exists($class), "{$name} is named in {$file}");
        }
    }

    /** @return iterable<string, array{string}> */
    public static function files(): iterable
    {
        foreach ((array) glob(self::MODULE . '/etc/*.xml') as $file) {
            yield basename((string) $file) => [(string) $file];
        }
    }

    public function testEveryArgumentIsOneOfTheConstructor(): void
    {
        foreach ($this->wiring->arguments() as $type => $arguments) {
            $class = $this->wiring->className($type);
            if (!class_exists($class)) {
                continue; // an interface of Magento, whose implementation has them
            }
            $constructor = (new \ReflectionClass($class))->getConstructor();
            $parameters = array_map(static fn(\ReflectionParameter $p): string => $p->getName(), $constructor?->getParameters() ?? []);
            self::assertSame([], array_diff(array_keys($arguments), $parameters), $type);
        }
    }

    public function testEveryPluginIsForAMethodThatItsTypeHasWithTheSameParameters(): void
    {
        $plugins = $this->wiring->plugins();
        self::assertCount(5, $plugins);
        foreach ($plugins as [$type, $plugin]) {
            \assert((class_exists($type) || interface_exists($type)) && class_exists($plugin));
            $methods = array_filter(
                (new \ReflectionClass($plugin))->getMethods(\ReflectionMethod::IS_PUBLIC),
                static fn(\ReflectionMethod $m): bool => !$m->isConstructor(),
            );
            foreach ($methods as $method) {
                self::assertStringStartsWith('around', $method->getName());
                $original = new \ReflectionMethod($type, lcfirst(substr($method->getName(), 6)));
                $names = static fn(\ReflectionMethod $m): array => array_map(static fn(\ReflectionParameter $p): array => [$p->getName(), $p->isOptional()], $m->getParameters());
                self::assertSame(
                    [['subject', false], ['proceed', false], ...$names($original)],
                    $names($method),
                    $plugin,
                );
                $subject = $method->getParameters()[0]->getType();
                self::assertInstanceOf(\ReflectionNamedType::class, $subject);
                self::assertSame($type, $subject->getName());
            }
        }
    }

    public function testTheDecoratorCanBeMadeAsTheFactoryMakesIt(): void
    {
        $decorators = $this->wiring->arguments()[\Magento\Framework\App\Cache\Frontend\Factory::class]['decorators'];
        self::assertSame(['bloom' => ['class' => \Bloom\Magento\Cache\KnownIds::class, 'parameters' => []]], $decorators);
        $first = (new \ReflectionMethod(\Bloom\Magento\Cache\KnownIds::class, '__construct'))->getParameters()[0];

        self::assertSame('frontend', $first->getName());
    }
}
