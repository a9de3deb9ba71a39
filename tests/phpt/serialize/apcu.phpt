--TEST--
A filter stored in APCu comes back whole
--EXTENSIONS--
apcu
--INI--
apc.enabled=1
apc.enable_cli=1
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
var_dump(apcu_store('filter', filter_of(items(100))));
$copy = apcu_fetch('filter');
$copy->add('more');
var_dump(missing($copy, items(100)), missing(apcu_fetch('filter'), items(100)), apcu_fetch('filter')->mightContain('more'));
?>
--EXPECT--
bool(true)
int(0)
int(0)
bool(false)
