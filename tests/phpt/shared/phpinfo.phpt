--TEST--
phpinfo() shows the directory and what is in it
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../shared.inc';
shared_of('ids', ['a']);
$show = function () {
    ob_start();
    phpinfo(INFO_MODULES);
    $text = ob_get_clean();
    $begin = strpos($text, 'Shared filters');
    echo substr($text, $begin, strpos($text, 'Directive', $begin) - $begin);
};
$show();
echo "-- a directory that is missing, and one that is none\n";
foreach (['/missing', '/ids.bloom'] as $below) {
    echo php('-d', 'bloom.shm_dir=' . shared_directory() . $below, '-r', 'ob_start(); phpinfo(INFO_MODULES); $text = ob_get_clean(); $begin = strpos($text, "Shared filters"); echo substr($text, $begin, strpos($text, "Directive", $begin) - $begin);');
}
?>
--EXPECTF--
Shared filters                              
Directory => %s
Filesystem => %s
Filters => 1, 0.0 MB
Available => %f MB
Mapped by this process => 1, 0.0 MB

-- a directory that is missing, and one that is none
Shared filters                              
Directory => %s/missing
Filters => none; the directory does not exist, create it

Shared filters                              
Not usable => cannot examine the directory: Not a directory; a part of the path is no directory, so choose another path
