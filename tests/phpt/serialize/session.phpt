--TEST--
A filter in a session is there in the next request
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.use_only_cookies=1
session.cache_limiter=
session.save_handler=files
session.serialize_handler=php
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
ob_start();
session_save_path(scratch_directory());
session_id('bloom');
session_start();
$_SESSION['filter'] = filter_of(items(100));
session_write_close();
$_SESSION = [];
session_id('bloom');
session_start();
var_dump(missing($_SESSION['filter'], items(100)));
session_write_close();
?>
--EXPECT--
int(0)
