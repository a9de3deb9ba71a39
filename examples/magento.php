<?php

declare(strict_types=1);

/* The Magento wiring: beside the lookups that the module in toolkit/magento/ shields, one of your own, here of gift cards by code. */

use Bloom\Magento\Model\Keys;
use Bloom\Toolkit\Tests\Magento\Wiring;
use Magento\Framework\App\ResourceConnection;
use Psr\Log\NullLogger;

require __DIR__ . '/../toolkit/vendor/autoload.php';
require __DIR__ . '/../toolkit/tests/Magento/doubles.php'; // stand-ins for Magento, so that this script runs without it

/* etc/di.xml of your module; Bloom\Magento\Model\AllKeys adds it to bloom:build, bloom:inspect and cron. */
const DI = <<<'XML'
    <config xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="urn:magento:framework:ObjectManager/etc/config.xsd">
        <virtualType name="Acme\GiftCodes" type="Bloom\Magento\Model\Keys">
            <arguments>
                <argument name="name" xsi:type="string">acme.gift</argument>
                <argument name="column" xsi:type="object">Acme\GiftCodeColumn</argument>
                <argument name="longestTransactionSeconds" xsi:type="number">0</argument>
            </arguments>
        </virtualType>
        <virtualType name="Acme\GiftCodeColumn" type="Bloom\Magento\Model\Column">
            <arguments>
                <argument name="table" xsi:type="string">giftcard</argument>
                <argument name="column" xsi:type="string">code</argument>
            </arguments>
        </virtualType>
        <type name="Bloom\Magento\Model\AllKeys">
            <arguments>
                <argument name="keys" xsi:type="array">
                    <item name="gift" xsi:type="object">Acme\GiftCodes</item>
                </argument>
            </arguments>
        </type>
    </config>
    XML;

/** Your plugin of the repository: its argument "codes" is Acme\GiftCodes. */
final class ShieldGiftCards
{
    public function __construct(private readonly Keys $codes) {}

    public function aroundGetByCode(object $subject, callable $proceed, string $code): mixed
    {
        return $this->codes->areAbsent($code) ? null : $proceed($code);
    }
}

$database = new PDO('sqlite::memory:');
$database->exec("CREATE TABLE shop_giftcard (code TEXT COLLATE NOCASE)"); // the prefix is Magento's
$database->exec("INSERT INTO shop_giftcard VALUES ('HAPPY-2026')");
$magento = new Wiring('data:text/xml;base64,' . base64_encode(DI), [
    ResourceConnection::class => new ResourceConnection($database),
    Psr\Log\LoggerInterface::class => new NullLogger(),
]);
$codes = $magento->get('Acme\GiftCodes');
assert($codes instanceof Keys);
$plugin = new ShieldGiftCards($codes);
$queries = 0;
$getByCode = static function (string $code) use ($database, &$queries): ?string {
    $queries++;
    $query = $database->prepare('SELECT code FROM shop_giftcard WHERE code = ?');
    $query->execute([$code]);

    return is_string($found = $query->fetchColumn()) ? $found : null;
};

$codes->build(); // bin/magento bloom:build gift
for ($i = 0; $i < 1000; $i++) {
    $plugin->aroundGetByCode($database, $getByCode, "HAPPY-{$i}"); // somebody guesses; 2026 is not among them
}
echo "1000 guesses: {$queries} queries\n";
echo json_encode($plugin->aroundGetByCode($database, $getByCode, 'happy-2026')), "\n";
