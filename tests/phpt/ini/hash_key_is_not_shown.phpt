--TEST--
phpinfo(), the command line's reports, reflection and ini_get() show a fingerprint of the key and not the key
--INI--
bloom.hash_key=verysecretpassphrase
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
ob_start();
phpinfo(INFO_MODULES);
$pages = ['phpinfo' => ob_get_clean(), '--ri' => php('--ri', 'bloom'), '-i' => implode(preg_grep('/^bloom\.hash_key/', explode("\n", php('-i')))),
    '--re' => php('--re', 'bloom'), 'ini_get' => ini_get('bloom.hash_key'), 'ini_get_all' => json_encode(ini_get_all('bloom')), 'ini_get_all, short' => json_encode(ini_get_all(null, false)),
    'reflection' => json_encode((new ReflectionExtension('bloom'))->getINIEntries())];
$fingerprint = bin2hex(strrev(substr(hash('sha256', 'bloom fingerprintverysecretpassphrase', true), 0, 8)));
foreach ($pages as $name => $page) {
    echo $name, ': ', json_encode([str_contains($page, "secret key, fingerprint $fingerprint"), str_contains($page, 'verysecret')]), "\n";
}
preg_match('/^bloom\.hash_key => .*$/m', php('-d', 'bloom.hash_key=', '--ri', 'bloom'), $match);
echo $match[0], "\n";
var_dump(php('-d', 'bloom.hash_key=', '-r', 'echo ini_get("bloom.hash_key");'));
?>
--EXPECT--
phpinfo: [true,false]
--ri: [true,false]
-i: [true,false]
--re: [true,false]
ini_get: [true,false]
ini_get_all: [true,false]
ini_get_all, short: [true,false]
reflection: [true,false]
bloom.hash_key => public key => public key
string(0) ""
