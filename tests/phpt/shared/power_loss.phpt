--TEST--
After a power failure a file that was not flushed loads anew or is refused, a flushed one is ready
--SKIPIF--
<?php
require __DIR__ . '/../mounts.inc';
skip_without_mounts('mount --bind /proc/version /proc/sys/kernel/random/boot_id');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support.inc';
require __DIR__ . '/../mounts.inc';
/* not in memory, where nothing outlives a power failure */
$directory = scratch_directory(dirname(__DIR__, 3));
file_put_contents("$directory/boot", "01234567-89ab-cdef-0123-456789abcdef\n");
$boot = fn(string $code): string => php_on("mount --bind $directory/boot /proc/sys/kernel/random/boot_id", $directory, $code);
echo "-- before\n", php_on(':', $directory, <<<'CODE'
    foreach (['flushed', 'added', 'rebuilt', 'loaded', 'unfinished'] as $name) {
        $loader = fn(BloomFilter $filter) => $name === 'unfinished' ? exit("exit\n") : $filter->add('a');
        $filter = BloomFilter::open("$argv[2]/$name", 1000, 0.01, $loader);
        match ($name) {
            'flushed' => [$filter->add('b'), $filter->flush()],
            'added' => [$filter->flush(), $filter->add('b')],
            'rebuilt' => [$filter->add('b'), $filter->rebuild(fn(BloomFilter $next) => $next->addMany(['a', 'b']))],
            'loaded' => null,
        };
    }
    CODE);
echo "-- the machine is the same still\n", php_on(':', $directory, <<<'CODE'
    foreach (['flushed', 'added', 'rebuilt', 'loaded'] as $name) {
        $filter = BloomFilter::open("$argv[2]/$name", 1000, 0.01, null);
        echo "$name ", json_encode($filter->mightContainMany(['a', 'b', 'never added'])), "\n";
    }
    CODE);
echo "-- after\n", $boot(<<<'CODE'
    foreach (['flushed', 'added', 'rebuilt', 'loaded', 'unfinished'] as $name) {
        echo "$name ";
        thrown(fn() => print(json_encode(BloomFilter::open("$argv[2]/$name", 1000, 0.01, null)->mightContainMany(['a', 'b', 'never added'])) . ' '));
        $filter = BloomFilter::open("$argv[2]/$name", 1000, 0.01, function (BloomFilter $filter) {
            echo '  loads, meanwhile ', json_encode($filter->mightContain('never added')), "\n";
            $filter->addMany(['a', 'from the truth']);
        });
        echo '  ', json_encode($filter->mightContainMany(['a', 'from the truth', 'never added'])), "\n";
    }
    CODE);
?>
--EXPECTF--
-- before
exit
-- the machine is the same still
flushed [true,true,false]
added [true,true,false]
rebuilt [true,true,false]
loaded [true,false,false]
-- after
flushed [true,true,false] nothing thrown
  [true,false,false]
added Bloom\StorageException: Cannot open %s/added: it was not flushed before the machine went down or the file was copied, so items may be missing; open it with a loader, or remove the file
  loads, meanwhile true
  [true,true,false]
rebuilt [true,true,false] nothing thrown
  [true,false,false]
loaded [true,false,false] nothing thrown
  [true,false,false]
unfinished [true,true,true] nothing thrown
  loads, meanwhile true
  [true,true,false]
