--TEST--
A class with __toString() is Stringable also without saying so
--FILE--
<?php
declare(strict_types=1);
class Silent { public function __toString() { return 'said'; } }
$filter = new BloomFilter(100);
var_dump($filter->addMany([new Silent()]), $filter->mightContain('said'));
?>
--EXPECT--
int(1)
bool(true)
