--TEST--
open_basedir holds for save() and load(), also through links and file://
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
$directory = scratch_directory();
mkdir("$directory/allowed");
mkdir("$directory/outside");
$filter = filter_of(['a']);
$filter->save("$directory/outside/filter.bloom");
symlink("$directory/outside/filter.bloom", "$directory/allowed/link.bloom");
symlink("$directory/outside", "$directory/allowed/directory");
symlink("$directory/outside/new.bloom", "$directory/allowed/dangling.bloom");
$before = scandir("$directory/outside");
chdir("$directory/allowed");
ini_set('open_basedir', "$directory/allowed");
$filter->save("$directory/allowed/filter.bloom");
var_dump(BloomFilter::load('filter.bloom')->mightContain('a'));
foreach (["$directory/outside/filter.bloom", '../outside/filter.bloom', "file://$directory/outside/filter.bloom", 'link.bloom', 'directory/filter.bloom',
    '/etc/passwd', "$directory/allowed_not/filter.bloom"] as $path) {
    thrown(fn() => $filter->save($path));
    thrown(fn() => BloomFilter::load($path));
}
thrown(fn() => $filter->save('dangling.bloom'));
thrown(fn() => $filter->save('directory/new.bloom'));
echo implode(' ', array_diff(scandir('.'), ['.', '..'])), "\n";
/* the check is done, look at what is outside from a process that may */
echo php('-r', 'echo implode(" ", array_diff(scandir($argv[1]), [".", ".."])), "\n";', "$directory/outside");
?>
--EXPECTF--
bool(true)
Bloom\StorageException: Cannot save to %s/outside/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot load %s/outside/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot save to %s/outside/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot load %s/outside/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot save to %s/outside/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot load %s/outside/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot save to %s/outside/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot load %s/outside/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot save to %s/outside/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot load %s/outside/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot save to /etc/passwd: it is outside of open_basedir
Bloom\StorageException: Cannot load /etc/passwd: it is outside of open_basedir
Bloom\StorageException: Cannot save to %s/allowed_not/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot load %s/allowed_not/filter.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot save to %s/outside/new.bloom: it is outside of open_basedir
Bloom\StorageException: Cannot save to %s/outside/new.bloom: it is outside of open_basedir
dangling.bloom directory filter.bloom link.bloom
filter.bloom
