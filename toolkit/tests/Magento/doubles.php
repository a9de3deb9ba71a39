<?php

declare(strict_types=1);

/*
 * Small stand-ins for what the module uses of Magento, whose packages are not on the public registry: the signatures that Magento
 * publishes, and over MariaDB the few queries that the module needs.
 */

namespace Magento\Framework\Component {
    class ComponentRegistrar
    {
        public const MODULE = 'module';
        /** @var array<string, string> name => directory */
        public static array $registered = [];

        public static function register(string $type, string $componentName, string $path): void
        {
            self::$registered["{$type} {$componentName}"] = $path;
        }
    }
}

namespace Magento\Framework\Cache {
    interface FrontendInterface
    {
        /**
         * @param string $identifier
         *
         * @return int|bool
         */
        public function test($identifier);

        /**
         * @param string $identifier
         *
         * @return string|bool
         */
        public function load($identifier);

        /**
         * @param string        $data
         * @param string        $identifier
         * @param array<string> $tags
         * @param int|bool|null $lifeTime
         *
         * @return bool
         */
        public function save($data, $identifier, array $tags = [], $lifeTime = null);

        /**
         * @param string $identifier
         *
         * @return bool
         */
        public function remove($identifier);

        /**
         * @param string        $mode
         * @param array<string> $tags
         *
         * @return bool
         */
        public function clean($mode = 'all', array $tags = []);
    }

    interface MultiLoadInterface
    {
        /**
         * @param string[] $identifiers
         *
         * @return array<string, mixed>
         */
        public function loadMultiple(array $identifiers): array;
    }
}

namespace Magento\Framework\Cache\Frontend\Decorator {
    use Magento\Framework\Cache\FrontendInterface;

    class Bare implements FrontendInterface
    {
        public function __construct(private readonly FrontendInterface $frontend) {}

        protected function _getFrontend(): FrontendInterface
        {
            return $this->frontend;
        }

        public function test($identifier)
        {
            return $this->frontend->test($identifier);
        }

        public function load($identifier)
        {
            return $this->frontend->load($identifier);
        }

        public function save($data, $identifier, array $tags = [], $lifeTime = null)
        {
            return $this->frontend->save($data, $identifier, $tags, $lifeTime);
        }

        public function remove($identifier)
        {
            return $this->frontend->remove($identifier);
        }

        public function clean($mode = 'all', array $tags = [])
        {
            return $this->frontend->clean($mode, $tags);
        }
    }
}

namespace Magento\Framework\App\Cache\Frontend {
    class Factory
    {
        /** @param array<mixed> $decorators */
        public function __construct(public array $decorators = []) {}
    }
}

namespace Magento\Framework\Console {
    interface CommandListInterface {}

    class CommandList implements CommandListInterface
    {
        /** @param array<mixed> $commands */
        public function __construct(public array $commands = []) {}
    }
}

namespace Magento\Framework\DB {
    class Select implements \Stringable
    {
        private string $sql = '';

        /** @param list<string> $columns */
        public function from(string $table, array $columns): self
        {
            $this->sql = 'SELECT ' . implode(', ', $columns) . " FROM {$table}";

            return $this;
        }

        public function __toString(): string
        {
            return $this->sql;
        }
    }
}

namespace Magento\Framework\DB\Adapter {
    use Magento\Framework\DB\Select;

    class AdapterInterface
    {
        public function __construct(private readonly \PDO $connection) {}

        public function select(): Select
        {
            return new Select();
        }

        public function query(Select $select): \PDOStatement
        {
            $statement = $this->connection->query((string) $select);
            \assert($statement !== false);

            return $statement;
        }

        public function fetchOne(Select $select): mixed
        {
            return $this->query($select)->fetchColumn();
        }
    }
}

namespace Magento\Framework\App {
    use Magento\Framework\DB\Adapter\AdapterInterface;

    class ResourceConnection
    {
        public function __construct(private readonly \PDO $connection) {}

        public function getConnection(): AdapterInterface
        {
            return new AdapterInterface($this->connection);
        }

        public function getTableName(string $name): string
        {
            return "shop_{$name}";
        }
    }
}

namespace Magento\Framework\Event {
    class Observer
    {
        public function __construct(private readonly object $object) {}

        public function getData(string $key): mixed
        {
            return $key === 'object' ? $this->object : null;
        }
    }

    interface ObserverInterface
    {
        /** @return void */
        public function execute(Observer $observer);
    }
}

namespace Magento\Framework\Model {
    abstract class AbstractModel
    {
        /** @param array<string, mixed> $data */
        public function __construct(private readonly array $data = []) {}

        public function getData(string $key): mixed
        {
            return $this->data[$key] ?? null;
        }
    }
}

namespace Magento\Framework\Exception {
    class NoSuchEntityException extends \Exception
    {
        public static function singleField(string $fieldName, string|int $fieldValue): self
        {
            return new self("No such entity with {$fieldName} = {$fieldValue}");
        }
    }
}

namespace Magento\Catalog\Api\Data {
    interface ProductInterface {}
}

namespace Magento\Catalog\Api {
    use Magento\Catalog\Api\Data\ProductInterface;

    interface ProductRepositoryInterface
    {
        /**
         * @param string   $sku
         * @param bool     $editMode
         * @param int|null $storeId
         * @param bool     $forceReload
         *
         * @return ProductInterface
         */
        public function get($sku, $editMode = false, $storeId = null, $forceReload = false);
    }
}

namespace Magento\Catalog\Model {
    use Magento\Catalog\Api\Data\ProductInterface;
    use Magento\Framework\Model\AbstractModel;

    class Product extends AbstractModel implements ProductInterface {}
}

namespace Magento\CatalogImportExport\Model\Import {
    class Product
    {
        /**
         * @param array<array<string, mixed>> $entityRowsIn
         * @param array<array<string, mixed>> $entityRowsUp
         *
         * @return $this
         */
        public function saveProductEntity(array $entityRowsIn, array $entityRowsUp)
        {
            return $this;
        }
    }
}

namespace Magento\Customer\Api {
    interface AccountManagementInterface
    {
        /**
         * @param string $customerEmail
         * @param int    $websiteId
         *
         * @return bool
         */
        public function isEmailAvailable($customerEmail, $websiteId = null);
    }
}

namespace Magento\Customer\Model {
    use Magento\Framework\Model\AbstractModel;

    class Customer extends AbstractModel {}
}

namespace Magento\UrlRewrite\Service\V1\Data {
    class UrlRewrite
    {
        public function __construct(private readonly string $requestPath) {}

        public function getRequestPath(): string
        {
            return $this->requestPath;
        }
    }
}

namespace Magento\UrlRewrite\Model {
    use Magento\Framework\Model\AbstractModel;

    class UrlRewrite extends AbstractModel {}

    interface UrlFinderInterface
    {
        /**
         * @param array<string, mixed> $data
         *
         * @return \Magento\UrlRewrite\Service\V1\Data\UrlRewrite|null
         */
        public function findOneByData(array $data);
    }

    interface UrlPersistInterface
    {
        /**
         * @param array<\Magento\UrlRewrite\Service\V1\Data\UrlRewrite> $urls
         *
         * @return array<\Magento\UrlRewrite\Service\V1\Data\UrlRewrite>
         */
        public function replace(array $urls);
    }
}
