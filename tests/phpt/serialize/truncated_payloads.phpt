--TEST--
A payload cut anywhere gives false or an exception, never a filter
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$payload = serialize(filter_of(['a'], 10));
$bad = 0;
for ($length = 0; $length < strlen($payload); $length++) {
    try {
        $bad += @unserialize(substr($payload, 0, $length)) !== false;
    } catch (Bloom\CorruptImageException) {
    }
}
var_dump($bad, unserialize($payload)->mightContain('a'));
?>
--EXPECT--
int(0)
bool(true)
