--TEST--
A forked process has its own copy of a filter
--EXTENSIONS--
pcntl
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$filter = filter_of(items(100));
$pid = pcntl_fork();
if ($pid === 0) {
    $filter->add('child');
    exit(missing($filter, [...items(100), 'child']));
}
pcntl_waitpid($pid, $status);
var_dump(pcntl_wexitstatus($status), pcntl_wifexited($status), $filter->mightContain('child'), missing($filter, items(100)));
?>
--EXPECT--
int(0)
bool(true)
bool(false)
int(0)
