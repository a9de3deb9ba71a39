--TEST--
phpinfo(), --ri and -i show a fingerprint of the key and not the key
--INI--
bloom.hash_key=verysecretpassphrase
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
ob_start();
phpinfo(INFO_MODULES);
$pages = ['phpinfo' => ob_get_clean(), '--ri' => php('--ri', 'bloom'), '-i' => implode(preg_grep('/^bloom\.hash_key/', explode("\n", php('-i'))))];
$fingerprint = bin2hex(strrev(substr(hash('sha256', 'bloom fingerprintverysecretpassphrase', true), 0, 8)));
foreach ($pages as $name => $page) {
    echo $name, ': ', json_encode([str_contains($page, "secret key, fingerprint $fingerprint"), str_contains($page, 'verysecret')]), "\n";
}
preg_match('/^bloom\.hash_key => .*$/m', php('-d', 'bloom.hash_key=', '--ri', 'bloom'), $match);
echo $match[0], "\n";
?>
--EXPECT--
phpinfo: [true,false]
--ri: [true,false]
-i: [true,false]
bloom.hash_key => public key => public key
